import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually';
import { startExplorerWorld } from '../../support/explorerWorld';
import { assertEvery } from '../../support/assertEvery';
import { eachTest } from '../../support/eachTest';

describe("States that a list doesn't contain", () => {
  const world = eachTest(startExplorerWorld);

  function states(): unknown[] {
    return (world.store.peek(jobs())?.items ?? []).map((item) => item['processStates']);
  }

  function jobs() {
    return { account: 'example', kind: 'supervisorJob', parents: [1] } as const;
  }

  it('are read once for all resources of a collection, however often they are needed', async () => {
    await world.store.list(jobs());
    await world.reads();
    world.store.completeStates(jobs());
    world.store.completeStates(jobs());
    await eventually(() => assert.ok(states().includes('RUNNING')));
    world.store.completeStates(jobs());
    assert.deepEqual(await world.reads(), ['/api/v3/servers/1/supervisors/status']);
  });

  it("are left out, and requested once, if the service doesn't offer them", async () => {
    await world.probe.addFault('404:GET:/api/v3/servers/1/supervisors/status');
    const answers: string[] = [];
    world.sessions.onDidExchange(({ operation, outcome }) => {
      if (operation.path.endsWith('/status')) answers.push(String(outcome));
    });
    await world.store.list(jobs());
    world.store.completeStates(jobs());
    await eventually(() => assert.deepEqual(answers, ['404']));
    world.store.completeStates(jobs());
    await world.client.page({ ...jobs(), kind: 'cronJob' }, 1);
    assert.deepEqual(answers, ['404']);
    assertEvery(states(), (state) => state === undefined);
  });
});
