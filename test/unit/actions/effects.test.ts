import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { actions, toTarget } from '../../../src/actions/actions';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import { runAction } from '../../../src/actions/runAction';
import { eachTest } from '../../support/eachTest';

describe('The tree after an action', () => {
  const world = eachTest(startActionWorld);

  async function run(command: ActionCommand, target: Target, outcome = 'accepted'): Promise<void> {
    const action = actions.find((each) => each.command === command && toTarget(each, target));
    assert.ok(action);
    const { status } = await runAction(world.context(new ScriptedPrompts()), action, [target]);
    assert.equal(status, outcome);
  }

  it("shows the new deployment and the project's new state", async () => {
    const { store } = world.context(new ScriptedPrompts());
    const projects = { account: 'service', kind: 'atomicProject', parents: [] } as const;
    const deployments = { account: 'service', kind: 'deployment', parents: [1] } as const;
    const project = { account: 'service', kind: 'atomicProject', ids: [1] } as const;
    await store.list(projects);
    const before = (await store.list(deployments)).items;
    await run('serverManagement.forceDeploy', project);
    assert.notEqual(store.peek(projects), undefined);
    const [newest, ...others] = (await store.list(deployments)).items;
    assert.deepEqual(others, before);
    const latest = store.find(project)?.['latestDeployment'] as { id: number };
    assert.equal(latest.id, newest?.['id']);
  });

  it('reads a list once after a deletion, also while it is shown', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const jobs = { account: 'service', kind: 'cronJob', parents: [1] } as const;
    await store.list(jobs);
    // A view reads what it shows again as soon as that changes.
    const shown: Promise<unknown>[] = [];
    store.onDidChange(() => void shown.push(store.list(jobs)));
    await world.probe.forgetRequests();
    const job = { account: 'service', kind: 'cronJob', ids: [1, 104] } as const;
    await run('serverManagement.delete', job, 'done');
    store.remove(job);
    await Promise.all(shown);
    const requests = await world.probe.requests();
    const methods = requests.map(({ method }) => method);
    assert.deepEqual(methods.slice(methods.indexOf('DELETE')), ['DELETE', 'GET']);
    assert.equal(store.find(job), undefined);
  });

  it('shows the state of a stopped service without another request', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const services = { account: 'service', kind: 'service', parents: [1] } as const;
    const nginx = { account: 'service', kind: 'service', ids: [1, 'nginx'] } as const;
    await store.list(services);
    assert.equal(store.find(nginx)?.['running'], true);
    const before = (await world.probe.requests()).length;
    await run('serverManagement.stopService', nginx, 'done');
    assert.equal(store.find(nginx)?.['running'], false);
    const sent = (await world.probe.requests())
      .slice(before)
      .filter(({ path }) => path.endsWith('/services'))
      .map(({ method }) => method);
    assert.deepEqual(sent, ['PATCH']);
    const others = (store.peek(services)?.items ?? []).filter(({ id }) => id !== 'nginx');
    assert.ok(others.length > 0);
  });

  it('shows the state of a reloaded supervisor job', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const jobs = { account: 'service', kind: 'supervisorJob', parents: [1] } as const;
    const { signal } = new AbortController();
    const states = async (): Promise<unknown[]> => {
      await store.list(jobs);
      await store.readStates(jobs, { signal });
      return (store.peek(jobs)?.items ?? []).map((job) => job['processStates']);
    };
    const before = await states();
    const stopped = before.findIndex((state) => state !== 'RUNNING');
    const id = Number(store.peek(jobs)?.items[stopped]?.['id']);
    await run('serverManagement.reloadSupervisorJob', {
      account: 'service',
      kind: 'supervisorJob',
      ids: [1, id],
    });
    assert.equal(store.peek(jobs), undefined);
    assert.equal((await states())[stopped], 'RUNNING');
  });
});
