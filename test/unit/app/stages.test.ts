import assert from 'node:assert/strict';
import { createStages } from '../../../src/ui/app/stages';
import { eventually } from '../../support/eventually';

describe('Loading in stages', () => {
  let steps: string[];
  /** How often the second stage fails to load. */
  let failures: number;
  /** What waits, and for how long. */
  let waiting: { readonly ms: number; readonly callback: () => void }[];

  beforeEach(() => {
    steps = [];
    failures = 0;
    waiting = [];
  });

  function servicesOf(stage: string): object {
    return { stage, stop: async () => void steps.push(`stop ${stage}`) };
  }

  function open(): ReturnType<typeof createStages> {
    const code = {
      createExplorerServices: () => {
        steps.push('explorer');
        return servicesOf('explorer');
      },
      loadServices: async () => {
        if (failures > 0) {
          failures -= 1;
          steps.push('failure');
          throw new Error('There is no such file.');
        }
        return {
          createServices: () => {
            steps.push('services');
            return servicesOf('services');
          },
        };
      },
      loadLater: async () => ({ runCommand: 'run' }),
    };
    return createStages(
      {} as never,
      () => ({}) as never,
      () => Promise.resolve(code as never),
      () => ({}) as never,
      (ms, callback) => waiting.push({ ms, callback }),
    );
  }

  /** Calls back whatever waits for at most so long. */
  function pass(most: number): void {
    const due = waiting.filter(({ ms }) => ms <= most);
    waiting = waiting.filter(({ ms }) => ms > most);
    for (const { callback } of due) callback();
  }

  it('loads nothing until something is needed', async () => {
    await open().stop();
    assert.deepEqual([steps, waiting], [[], []]);
  });

  it('starts when activation is over, without delaying it', async () => {
    open().begin();
    assert.deepEqual(steps, []);
    pass(0);
    await eventually(() => assert.deepEqual(steps, ['explorer']));
  });

  it('creates what the first rows need before all other services', async () => {
    const { services } = await open().load();
    assert.deepEqual(steps, ['explorer']);
    assert.equal((services as unknown as { stage: string }).stage, 'explorer');
  });

  it('loads all other services once rows are drawn', async () => {
    const stages = open();
    await stages.load();
    pass(500);
    stages.followRows();
    pass(100);
    assert.deepEqual(steps, ['explorer']);
    pass(500);
    await eventually(() => assert.deepEqual(steps, ['explorer', 'services']));
  });

  it('loads all other services after a while if no view is shown', async () => {
    await open().load();
    pass(1_000);
    await eventually(() => assert.deepEqual(steps, ['explorer', 'services']));
  });

  it('loads each stage only once', async () => {
    const stages = open();
    stages.begin();
    stages.followRows();
    const [all] = await Promise.all([stages.loadAll(), stages.loadServices(), stages.load()]);
    pass(1_000);
    await stages.loadAll();
    assert.deepEqual(steps, ['explorer', 'services']);
    assert.equal((all as unknown as { runCommand: string }).runCommand, 'run');
  });

  it('tries again after a failure in the background', async () => {
    failures = 1;
    const stages = open();
    await stages.load();
    pass(1_000);
    await eventually(() => assert.deepEqual(steps, ['explorer', 'failure']));
    await stages.loadServices();
    assert.deepEqual(steps, ['explorer', 'failure', 'services']);
  });

  it('tells each caller why a stage failed', async () => {
    failures = 1;
    await assert.rejects(open().loadServices(), /There is no such file/);
  });

  it('stops everything through the last stage that was loaded', async () => {
    const stages = open();
    await stages.load();
    await stages.stop();
    await stages.loadServices();
    await stages.stop();
    assert.deepEqual(steps, ['explorer', 'stop explorer', 'services', 'stop services']);
  });
});
