import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { learnStates } from '../../../src/resources/learnStates';
import { actions } from '../../../src/ui/actions/actions';
import type { ActionCommand } from '../../../src/ui/actions/commands';
import type { Target } from '../../../src/ui/actions/field';
import { runAction } from '../../../src/ui/actions/runAction';

describe('What is shown after an action', () => {
  let world: ActionWorld;

  beforeEach(async () => {
    world = await startActionWorld();
  });

  afterEach(() => world.close());

  async function run(command: ActionCommand, target: Target): Promise<void> {
    const action = actions.find((each) => each.command === command);
    assert.ok(action);
    const { status } = await runAction(world.context(new ScriptedPrompts()), action, [target]);
    assert.equal(status, 'done');
  }

  it('has the new deployment, and the project as it is then', async () => {
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

  it('has the state of a reloaded supervisor job', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const jobs = { account: 'service', kind: 'supervisorJob', parents: [1] } as const;
    const { signal } = new AbortController();
    const states = async (): Promise<unknown[]> => {
      await store.list(jobs);
      await learnStates(store, jobs, { signal });
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
