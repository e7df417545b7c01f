import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { actionCases } from '../../support/actions/cases';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { startHollowService } from '../../support/hollowService';
import { startRepeatingService } from '../../support/repeatingService';
import type { ActionOutcome } from '../../../src/actions/result';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

describe('A service that accepts a write and does nothing', () => {
  const world = eachTest(() => startActionWorld({ through: startHollowService }));

  for (const each of actionCases.filter(({ isAlready }) => !isAlready)) {
    const { command, target, request, answers = {}, isUntold = false, texts } = each;

    it(`isn't believed: ${command} on a ${target.kind}, ${request.method} ${request.path}`, async () => {
      const prompts = new ScriptedPrompts({ answers });
      const { status, done } = await runCommand(world.context(prompts), command, [target]);
      assert.deepEqual([status, done], [isUntold ? 'accepted' : 'failed', []]);
      assert.deepEqual(
        world.written.map(({ outcome }) => outcome),
        [isUntold ? 'accepted' : 'notApplied'],
        'the history',
      );
      const told = [...prompts.told, ...world.created.map(({ text }) => text)];
      if (isUntold) assert.equal(told.length, 1);
      else assert.ok(!told.includes(texts.done), 'done is what the person reads');
    });
  }
});

describe('A toggle', () => {
  let world: ActionWorld;
  let prompts: ScriptedPrompts;

  beforeEach(async () => {
    world = await startActionWorld();
    prompts = new ScriptedPrompts();
  });

  afterEach(() => world.close());

  function run(
    command: ActionCommand,
    ids: readonly number[],
    values?: Values,
  ): Promise<ActionOutcome> {
    const targets = ids.map((id): Target => {
      return { account: 'service', kind: 'cronJob', ids: [1, id] };
    });
    return runCommand(world.context(prompts), command, targets, values);
  }

  /** What the service has, read without the client. */
  async function enabled(ids: readonly number[]): Promise<unknown[]> {
    const answer = await world.probe.call('GET', '/api/v3/servers/1/cronjobs?perPage=40');
    const { data } = answer as { data: readonly { id: number; enabled: unknown }[] };
    return ids.map((id) => data.find((each) => each.id === id)?.enabled);
  }

  it("leaves a job alone whose state can't be read, and doesn't count it as enabled", async () => {
    const ids = [101, 104, 105];
    const before = await enabled(ids);
    assert.equal(before[0], 1, 'the first one is on');
    const { store } = world.context(prompts);
    await store.list({ account: 'service', kind: 'cronJob', parents: [1] });
    // What is shown is older than what the service has.
    store.replace(
      { account: 'service', kind: 'cronJob', ids: [1, 101] },
      { ...store.find({ account: 'service', kind: 'cronJob', ids: [1, 101] }), enabled: 0 },
    );
    prompts.confirm = async () => {
      for (const version of ['v2', 'v3']) {
        await world.probe.addFault(`403:GET:/api/${version}/servers/1/cronjobs/101`);
      }
      return true;
    };
    const { status, done, failed } = await run('serverManagement.enableCronJob', ids);
    assert.equal((await enabled(ids))[0], 1, 'it was turned off');
    assert.deepEqual([status, done.length, failed.length], ['failed', 2, 1]);
    assert.deepEqual(prompts.told, []);
  });

  it('that arrives twice is seen', async () => {
    await world.close();
    world = await startActionWorld({
      through: (url) => startRepeatingService(url, () => 'repeated'),
    });
    const [before] = await enabled([104]);
    assert.notEqual(before, 1);
    const { status } = await run('serverManagement.enableCronJob', [104]);
    assert.deepEqual([status, await enabled([104])], ['failed', [before]]);
    assert.deepEqual(prompts.told, []);
  });
});
