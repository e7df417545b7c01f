import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { diff } from '../../../src/base/json';
import { toContent } from '../../../src/documents/content';
import { runStagedAction } from '../../../src/pending/applyChanges';
import type { StagedChange } from '../../../src/pending/stagedChange';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const rules = '/api/v3/servers/1/security/firewalls';

describe('A staged deletion', () => {
  let staged: StagedChange;

  const idsOf = async (): Promise<readonly number[]> => {
    const { data } = await world.probe.call('GET', `${rules}?perPage=40`);
    return (data as { id: number }[]).map(({ id }) => id);
  };

  const apply = (): Promise<unknown> =>
    runStagedAction(world.context(new ScriptedPrompts()), staged, {});

  const world = eachTest(startActionWorld);
  beforeEach(async () => {
    const { data } = await world.probe.call('GET', `${rules}?perPage=40`);
    const rule = (data as { id: number; port: string }[]).find(({ port }) => port !== '22');
    assert.ok(rule);
    const reference: ResourceReference = {
      account: 'service',
      kind: 'firewallRule',
      ids: [1, rule.id],
    };
    const changes = diff(toContent(findKind('firewallRule'), rule), {});
    const state = { type: 'pending' } as const;
    staged = {
      reference,
      origin: 'person',
      changes,
      operation: 'delete',
      path: '/rule',
      at: 1,
      state,
    };
    await world.probe.forgetRequests();
  });

  it('deletes a resource that the service lists but can’t read individually', async () => {
    const [, id = 0] = staged.reference.ids;
    await world.probe.addFault(`404:GET:${rules}/*`);
    await apply();
    assert.ok(!(await idsOf()).includes(Number(id)));
  });

  it('is in the history by the name that the resource had', async () => {
    await apply();
    assert.deepEqual(
      world.written.map(({ title, name }) => [title, name]),
      [['"TCP 80" deleted', 'TCP 80']],
    );
  });

  it('counts as done if a list no longer has the resource', async () => {
    const [, id] = staged.reference.ids;
    await world.probe.call('DELETE', `${rules}/${id}`);
    await world.probe.forgetRequests();
    await apply();
    const requests = await world.probe.requests();
    assert.deepEqual(
      requests.filter(({ method }) => method !== 'GET'),
      [],
    );
  });

  it('is compared with the list if there is no other read', async () => {
    const [change] = staged.changes.filter(({ path }) => path[0] === 'port');
    assert.ok(change);
    const others = staged.changes.filter((each) => each !== change);
    staged = { ...staged, changes: [...others, { ...change, before: '1' }] };
    await world.probe.addFault(`404:GET:${rules}/*`);
    const before = await idsOf();
    await assert.rejects(apply(), { name: 'DocumentError' });
    assert.deepEqual(await idsOf(), before);
  });

  it('isn’t performed if it’s unknown whether the resource exists', async () => {
    await world.probe.addFault(`404:GET:${rules}*`);
    await assert.rejects(apply(), { name: 'ApiError', reason: 'unsupported' });
  });
});
