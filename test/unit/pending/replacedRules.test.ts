import type { Confirmation } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { openShared } from '../../support/sharedValues';
import { withoutPauses } from '../../support/withoutPauses';
import { diff, type JsonObject } from '../../../src/base/json';
import { toContent } from '../../../src/documents/content';
import {
  type Applied,
  applyChanges,
  plannedWritesOf,
  runStagedAction,
} from '../../../src/pending/applyChanges';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import { findKind } from '../../../src/resources/kinds/kinds';
import { eachTest } from '../../support/eachTest';

const path = '/api/v3/servers/1/security/firewalls';
const ssh = { type: 'rich', port: 22, protocol: 'tcp', firewallAction: 'accept' };
const everywhere = { ...ssh, ipAddress: '0.0.0.0/0' };

/** A person who declines every lock-out. */
class CarefulPrompts extends ScriptedPrompts {
  override confirm(confirmation: Confirmation): Promise<boolean> {
    this.confirmations.push(confirmation);
    return Promise.resolve(false);
  }
}

describe('A firewall rule that replaces another one', () => {
  const rules = async (): Promise<readonly JsonObject[]> =>
    (await world.probe.call('GET', `${path}?perPage=40`))['data'] as JsonObject[];

  /** Applies the deletion of the only rule for SSH and a new one, staged in this order. */
  const replace = async (): Promise<Applied | undefined> => {
    const [old] = await rules();
    assert.ok(old);
    const pending = new PendingChanges(await openShared(), withoutPauses);
    const account = 'service';
    const at = (id: number | string) => {
      return { account, kind: 'firewallRule', ids: [1, id] } as const;
    };
    await pending.stage([
      {
        reference: at(Number(old['id'])),
        path: '/old',
        changes: diff(toContent(findKind('firewallRule'), old), {}),
        origin: 'person',
        operation: 'delete',
      },
      {
        reference: at('new:rule'),
        path: '/new',
        changes: diff({}, everywhere),
        origin: 'person',
        operation: 'create',
      },
    ]);
    const context = world.context(prompts);
    const guard = await context.guard.ahead(pending.all.flatMap(plannedWritesOf));
    assert.deepEqual(prompts.confirmations, [], 'the new rule must let everyone in');
    await world.probe.forgetRequests();
    return applyChanges(
      {
        pending,
        documents: { change: () => Promise.reject(new TypeError('Nothing is changed here')) },
        createOrDelete: (staged, options) => runStagedAction(context, staged, options),
        describeError: String,
      },
      pending.all,
      { guard },
    );
  };

  const writes = async (): Promise<readonly string[]> => {
    const requests = await world.probe.requests();
    return requests.flatMap(({ method }) => (method === 'GET' ? [] : [method]));
  };

  const world = eachTest(startActionWorld);
  const prompts = eachTest(() => new CarefulPrompts());
  beforeEach(async () => {
    for (const { id } of await rules()) {
      await world.probe.call('DELETE', `${path}/${Number(id)}`);
    }
    await world.probe.call('POST', path, everywhere);
  });

  it('is created before the other one is deleted, without a question', async () => {
    assert.equal((await replace())?.done, 2);
    assert.deepEqual(await writes(), ['POST', 'DELETE']);
    assert.deepEqual(prompts.confirmations, []);
  });

  it('prevents the warning only once it exists', async () => {
    await world.probe.addFault(`422:POST:${path}`);
    const applied = await replace();
    assert.deepEqual([applied?.done, applied?.failed, applied?.pending], [0, 1, 1]);
    assert.deepEqual(
      prompts.confirmations.map(({ message }) => message),
      ['This could lock you out.'],
    );
    assert.deepEqual(await writes(), ['POST']);
    assert.equal((await rules()).length, 1);
  });
});
