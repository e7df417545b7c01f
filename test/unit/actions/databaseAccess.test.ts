import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { databaseAccess } from '../../../src/actions/table/access';
import type { ActionOutcome } from '../../../src/actions/result';
import { runAction } from '../../../src/actions/runAction';
import { eachTest } from '../../support/eachTest';

const database = { account: 'service', kind: 'database', ids: [1, 101] } as const;
const grant = '/api/v3/servers/1/databases/101/grant';

describe('Access to a database', () => {
  const world = eachTest(startActionWorld);

  function change(prompts: ScriptedPrompts, passed: Values = {}): Promise<ActionOutcome> {
    return runAction(world.context(prompts), databaseAccess, [database], passed);
  }

  async function requests(): Promise<string[]> {
    return (await world.probe.requests()).map(
      ({ method, path, body }) => `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`,
    );
  }

  it('is read once and shown as checkboxes, and only differences are sent', async () => {
    const prompts = new ScriptedPrompts({ answers: { users: { '101': false, '102': true } } });
    await world.probe.forgetRequests();
    const outcome = await change(prompts);
    assert.equal(outcome.status, 'done');
    assert.deepEqual(
      (await requests()).toSorted(),
      [
        `DELETE ${grant} {"id":101}`,
        `GET ${grant}`,
        // Neither answer says who has access then.
        `GET ${grant}`,
        `GET ${grant}`,
        // The question before access is revoked names the database and its server.
        'GET /api/v3/servers/1',
        'GET /api/v3/servers/1/databases/101',
        'GET /api/v2/servers/1/databaseusers',
        `POST ${grant} {"id":102}`,
      ].toSorted(),
    );
    assert.deepEqual(prompts.told, ['Access to "shop" changed.']);
    assert.equal(world.written.length, 2);
    const now = await world.probe.call('GET', grant);
    assert.deepEqual(
      (now['data'] as { id: number }[]).map(({ id }) => id),
      [102, 103],
    );
  });

  it('reports the outcome for each user, and retries only what failed', async () => {
    await world.probe.addFault(`422:POST:${grant}`);
    const prompts = new ScriptedPrompts({
      answers: { users: { '101': false, '102': true } },
      beforeRetry: () => world.probe.clearFaults(),
    });
    await world.probe.forgetRequests();
    const outcome = await change(prompts);
    assert.equal(outcome.status, 'done');
    const [summary] = prompts.summaries;
    assert.deepEqual(
      summary?.results.map(({ state }) => state.type),
      ['done', 'failed'],
    );
    const sent = (await requests()).filter((each) => !each.startsWith('GET'));
    assert.deepEqual(sent, [
      `DELETE ${grant} {"id":101}`,
      `POST ${grant} {"id":102}`,
      `POST ${grant} {"id":102}`,
    ]);
  });

  it('retries failed users with changed answers, each user once', async () => {
    await world.probe.addFault(`422:POST:${grant}`);
    await world.probe.addFault(`422:DELETE:${grant}`);
    const prompts = new ScriptedPrompts({
      answers: { users: { '101': false, '102': true } },
      beforeRetry: () => world.probe.clearFaults(),
      changes: { users: { '102': true } },
    });
    await world.probe.forgetRequests();
    const outcome = await change(prompts);
    assert.equal(outcome.status, 'done');
    const sent = (await requests()).filter((each) => !each.startsWith('GET'));
    assert.deepEqual(sent, [
      `DELETE ${grant} {"id":101}`,
      `POST ${grant} {"id":102}`,
      `POST ${grant} {"id":102}`,
    ]);
  });

  it('stays unknown if the users with access can’t be read afterwards', async () => {
    await world.probe.addFault(`500:POST:${grant}`);
    await world.probe.addFault(`500:GET:${grant}`);
    const outcome = await change(new ScriptedPrompts(), { users: { '102': true } });
    assert.equal(outcome.status, 'unknown');
  });

  it('is checked if an answer is lost', async () => {
    await world.probe.addFault(`500:POST:${grant}`);
    const prompts = new ScriptedPrompts({ answers: { users: { '102': true } } });
    const outcome = await change(prompts);
    assert.equal(outcome.status, 'failed');
    assert.equal((await requests()).filter((each) => each === `GET ${grant}`).length, 2);
  });

  it("can be changed without being known if the service doesn't report it", async () => {
    await world.probe.addFault(`404:GET:${grant}`);
    const { fields } = databaseAccess;
    const [field] = fields?.() ?? [];
    assert.ok(field?.type === 'switches');
    const { signal } = new AbortController();
    const options = await field.options(world.context(new ScriptedPrompts()), database, signal);
    assert.deepEqual(
      options.filter(({ name }) => name === '102').map(({ sets }) => sets),
      [true, false],
    );
  });

  it("ignores entries that aren't users", async () => {
    await world.probe.forgetRequests();
    const outcome = await change(new ScriptedPrompts(), { users: { '../1': true, '102': 'yes' } });
    assert.equal(outcome.status, 'cancelled');
    assert.deepEqual(
      (await requests()).filter((each) => !each.startsWith('GET')),
      [],
    );
  });
});
