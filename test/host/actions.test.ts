import assert from 'node:assert/strict';
import { type ActionCase, actionCases } from '../support/actions/cases';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { ApiError } from '../../src/api/errors';
import type { Action, ActionOutcome } from '../../src/ui/actions/action';
import { actions } from '../../src/ui/actions/actions';
import { runAction } from '../../src/ui/actions/runAction';
import { toTarget } from '../../src/ui/actions/target';
import { describeError } from '../../src/ui/errors/describeError';

function actionOf({ command, target }: ActionCase): Action {
  const action = actions.find((each) => each.command === command && toTarget(each, target));
  assert.ok(action, `no action ${command} for a ${target.kind}`);
  return action;
}

async function perform(
  world: ActionWorld,
  each: ActionCase,
  prompts: ScriptedPrompts,
): Promise<ActionOutcome> {
  await world.probe.forgetRequests();
  return runAction(world.context(prompts), actionOf(each), [each.target]);
}

async function writes(
  world: ActionWorld,
): Promise<{ method: string; path: string; body?: unknown }[]> {
  return (await world.probe.requests())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => ({
      method,
      path,
      ...(body === null ? {} : { body: redacted(body) }),
    }));
}

/** The sandbox records no credential, by whatever name it hides it. */
function redacted(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'password' || name === 'secret' ? '[redacted]' : value,
  );
}

const failures = [
  { status: '401', reason: 'unauthorized', words: /refused the credentials \(401\)/ },
  { status: '403', reason: 'forbidden', words: /forbidden for them \(403\)/ },
  { status: '404', reason: /notFound|unsupported/, words: /no such thing.*\(404\)/ },
  { status: '422', reason: 'invalid', words: /did not accept the content \(422\)/ },
  { status: '500', reason: 'server', words: /service failed \(500\)/ },
];

for (const each of actionCases) {
  const { command, target, request, answers = {} } = each;
  describe(`${command} on a ${target.kind}`, () => {
    let world: ActionWorld;

    beforeEach(async () => {
      world = await startActionWorld();
    });

    afterEach(() => world.close());

    it('sends one request, the right one, and says that it is done', async () => {
      const prompts = new ScriptedPrompts({ answers });
      const outcome = await perform(world, each, prompts);
      assert.deepEqual(prompts.summaries, []);
      assert.equal(outcome.status, 'done');
      assert.deepEqual(await writes(world), [request]);
      assert.equal(world.written.length, 1, 'the history');
      assert.equal(prompts.told.length, 1);
      assert.equal(prompts.confirmations.length, each.asks ? 1 : 0);
    });

    it('sends nothing when the person gives up', async () => {
      const prompts = new ScriptedPrompts({ answers, givesUp: true });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual(await writes(world), []);
      assert.deepEqual(world.written, []);
      assert.deepEqual(prompts.summaries, []);
    });

    for (const { status, reason, words } of failures) {
      it(`says what is wrong at ${status}, and does not pretend that it is done`, async () => {
        await world.probe.addFault(`${status}:${request.method}:${request.path}`);
        if (command === 'serverManagement.switchSshSettings') {
          await world.probe.addFault(`${status}:PATCH:/api/v3/servers/1/ssh/config`);
        }
        const prompts = new ScriptedPrompts({ answers });
        const outcome = await perform(world, each, prompts);
        assert.equal(outcome.status, 'failed');
        assert.deepEqual(outcome.failed, [toTarget(actionOf(each), target)]);
        const failure = prompts.summaries[0]?.results[0]?.state;
        assert.ok(failure?.type === 'failed' && failure.error instanceof ApiError);
        assert.match(failure.error.reason, reason instanceof RegExp ? reason : new RegExp(reason));
        assert.match(describeError(failure.error), words);
        assert.deepEqual(prompts.told, []);
        assert.equal(world.context(prompts).pendingFirewalls.isPending(target), false);
      });
    }

    it('waits at 429, which a person can stop', async () => {
      await world.probe.addFault(`429:${request.method}:${request.path}`);
      const stopAfter = async (): Promise<void> => {
        while ((await writes(world)).length === 0);
      };
      const prompts = new ScriptedPrompts({ answers, stopAfter });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual(await writes(world), [request]);
      assert.deepEqual([prompts.told, prompts.summaries], [[], []]);
    });

    it('succeeds at the next try when the service has recovered', async () => {
      await world.probe.addFault(`500:${request.method}:${request.path}`);
      const prompts = new ScriptedPrompts({
        answers,
        beforeRetry: () => world.probe.clearFaults(),
      });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, 'done');
      assert.deepEqual(await writes(world), [request, request]);
    });
  });

  describe(`${command} on a ${target.kind}, with a legacy key and secret`, () => {
    it(each.isInV2 ? 'goes through v2' : 'is not offered, and nothing is sent', async () => {
      const world = await startActionWorld({ kind: 'basic' });
      try {
        const prompts = new ScriptedPrompts({ answers });
        // Answers that a person would choose from lists of v3 are given.
        const outcome = await runAction(
          world.context(prompts),
          actionOf(each),
          [target],
          each.isInV2 ? answers : withNumbers(answers),
        );
        const failure = prompts.summaries[0]?.results[0]?.state;
        if (each.isInV2) {
          assert.equal(outcome.status, 'done', failure?.type);
        } else {
          assert.equal(outcome.status, 'failed');
          assert.ok(failure?.type === 'failed' && failure.error instanceof ApiError);
          assert.equal(failure.error.reason, 'unsupported');
          assert.deepEqual(await writes(world), []);
        }
      } finally {
        await world.close();
      }
    });
  });
}

/** What a script passes where a person types digits. */
function withNumbers(answers: ActionCase['answers'] = {}): NonNullable<ActionCase['answers']> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}
