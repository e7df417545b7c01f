import assert from 'node:assert/strict';
import { createStages } from '../../../src/ui/loading/stages';
import { eventually } from '../../support/eventually';

describe('The stages in which code is loaded', () => {
  let steps: string[];
  /** How often the second stage fails to load. */
  let failures: number;

  beforeEach(() => {
    steps = [];
    failures = 0;
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
    );
  }

  it('load nothing until something is needed', async () => {
    await open().stop();
    assert.deepEqual(steps, []);
  });

  it('give the first rows their services before all others exist', async () => {
    const { services } = await open().load();
    assert.deepEqual(steps, ['explorer']);
    assert.equal((services as unknown as { stage: string }).stage, 'explorer');
  });

  it('go on by themselves once rows are drawn', async () => {
    const stages = open();
    await stages.load();
    stages.followRows();
    await eventually(() => assert.deepEqual(steps, ['explorer', 'services']), 900);
  });

  it('go on by themselves if no rows are asked for', async () => {
    await open().load();
    await eventually(() => assert.deepEqual(steps, ['explorer', 'services']));
  });

  it('are each loaded once, whoever needs them', async () => {
    const stages = open();
    stages.followRows();
    const [all] = await Promise.all([stages.loadAll(), stages.loadServices(), stages.load()]);
    await stages.loadAll();
    assert.deepEqual(steps, ['explorer', 'services']);
    assert.equal((all as unknown as { runCommand: string }).runCommand, 'run');
  });

  it('try again what failed without being asked for', async () => {
    failures = 1;
    const stages = open();
    await stages.load();
    stages.followRows();
    await eventually(() => assert.deepEqual(steps, ['explorer', 'failure']), 900);
    await stages.loadServices();
    assert.deepEqual(steps, ['explorer', 'failure', 'services']);
  });

  it('tell who needs it why it failed', async () => {
    failures = 1;
    await assert.rejects(open().loadServices(), /There is no such file/);
  });

  it('stop what was loaded last, which stops the rest', async () => {
    const stages = open();
    await stages.load();
    await stages.stop();
    await stages.loadServices();
    await stages.stop();
    assert.deepEqual(steps, ['explorer', 'stop explorer', 'services', 'stop services']);
  });
});
