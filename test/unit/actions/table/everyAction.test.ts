import type { Confirmation } from '../../../../src/base/questions';
import { acceptedOutcome, type ActionCase, lostOutcome } from '../../../support/actions/actionCase';
import { actionCases } from '../../../support/actions/cases';
import { type ActionWorld, startActionWorld } from '../../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../../support/actions/scriptedPrompts';
import { ApiError } from '../../../../src/api/errors';
import type { Action } from '../../../../src/actions/action';
import type { Target } from '../../../../src/resources/reference';
import type { ActionOutcome } from '../../../../src/actions/result';
import { actions, toTarget } from '../../../../src/actions/actions';
import { runAction } from '../../../../src/actions/runAction';
import { findKind, lineage } from '../../../../src/resources/kinds/kinds';
import { describeErrorIn } from '../../../../src/documents/describeError';
import assert from 'node:assert/strict';

const language = { hidesWhyRequestsFail: false };

/** Asserts that a question says in which account and on which server something happens. */
function assertNamesPlace(asked: Confirmation | undefined, target: Target): void {
  const { message = '', detail = '' } = asked ?? {};
  assert.match(detail, /^Account: Example Hosting \(Production\)$/m);
  const above = 'ids' in target ? lineage(target.kind) : lineage(target.kind).slice(0, -1);
  if (!above.some(({ id }) => id === 'server')) return;
  assert.match(`${message}\n${detail}`, /shop-frankfurt|batch-amsterdam|full-disk-seoul/);
}

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

/** The sandbox records no credentials, regardless of their names. */
function redacted(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'password' || name === 'secret' ? '[redacted]' : value,
  );
}

const failures = [
  { status: '401', reason: 'unauthorized', words: /rejected the credentials \(401\)/ },
  { status: '403', reason: 'forbidden', words: /don't allow this \(403\)/ },
  { status: '404', reason: /notFound|unsupported/, words: /Not found on the service.*\(404\)/ },
  { status: '422', reason: 'invalid', words: /rejected the content \(422\)/ },
];

it('No text of an action names the kind twice', () => {
  for (const { command, target, texts } of actionCases) {
    const kind = findKind(target.kind).names.one.toLowerCase();
    const { doing, done, question = '' } = texts;
    for (const text of [doing, done, question]) {
      assert.ok(text.toLowerCase().split(kind).length <= 2, `${command}: ${text}`);
    }
  }
});

for (const each of actionCases) {
  const { command, target, request, fallback, texts, answers = {} } = each;
  describe(`${command} on a ${target.kind}`, () => {
    let world: ActionWorld;

    beforeEach(async () => {
      world = await startActionWorld();
    });

    afterEach(() => world.close());

    it("sends exactly the expected request, and says that it's done", async () => {
      const prompts = new ScriptedPrompts({ answers });
      const outcome = await perform(world, each, prompts);
      assert.deepEqual(prompts.summaries, []);
      const status = acceptedOutcome(each);
      assert.equal(outcome.status, status);
      assert.deepEqual(await writes(world), [request]);
      const said = [texts.done, texts.note ?? []].flat().join(' ');
      assert.deepEqual([...prompts.told, ...world.created.map(({ text }) => text)], [said]);
      assert.deepEqual(
        world.written.map((write) => [write.title, write.verb === 'deleted', write.outcome]),
        [[titleOf(each), command === 'serverManagement.delete', status]],
        'the history',
      );
      const [, verb] = / (created|deleted|enabled|disabled)\.$/.exec(texts.done) ?? [];
      if (verb) assert.equal(world.written[0]?.verb, verb);
      const isMade = actionOf(each).creates === true;
      assert.deepEqual(
        world.created.map(({ reference }) => reference.kind),
        isMade ? [target.kind] : [],
        'the new resource is opened',
      );
      assert.equal(prompts.confirmations.length, texts.question === undefined ? 0 : 1);
      assert.equal(prompts.confirmations[0]?.message, texts.question);
      const { detail = '' } = prompts.confirmations[0] ?? {};
      assert.ok(detail.includes(texts.consequences ?? ''), detail);
    });

    it('sends nothing if the person cancels', async () => {
      const prompts = new ScriptedPrompts({ answers, givesUp: true });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual(await writes(world), []);
      assert.deepEqual(world.written, []);
      assert.deepEqual(prompts.summaries, []);
    });

    for (const { status, reason, words } of failures) {
      it(`says what's wrong at ${status}, and doesn't claim success`, async () => {
        // Operations observed in both versions are also tried in the other one.
        for (const version of ['v2', 'v3']) {
          const path = request.path.replace(/^\/api\/v[23]\//, `/api/${version}/`);
          await world.probe.addFault(`${status}:${request.method}:${path}`);
        }
        if (fallback) await world.probe.addFault(`${status}:${fallback.method}:${fallback.path}`);
        const prompts = new ScriptedPrompts({ answers });
        const outcome = await perform(world, each, prompts);
        assert.equal(outcome.status, 'failed');
        assert.deepEqual(outcome.failed, [toTarget(actionOf(each), target)]);
        const failure = prompts.summaries[0]?.results[0]?.state;
        assert.ok(failure?.type === 'failed' && failure.error instanceof ApiError);
        assert.match(failure.error.reason, reason instanceof RegExp ? reason : new RegExp(reason));
        assert.match(describeErrorIn(language, failure.error), words);
        // What it's about is added if the title doesn't say it.
        const doing = prompts.summaries[0]?.title.replace(/ for "[^"]+"$/, '');
        assert.equal(doing, texts.doing.replace(/ for "[^"]+"$/, ''));
        assert.equal(prompts.summaries[0]?.failure, texts.failed);
        assert.deepEqual(prompts.told, []);
        assert.equal(world.context(prompts).pendingFirewalls.isPending(target), false);
      });
    }

    it('asks once in production if a caller passes the answers, and to type the name if access or data is at stake', async () => {
      await world.close();
      world = await startActionWorld({ environment: 'production' });
      const prompts = new ScriptedPrompts();
      const passed = command === 'serverManagement.createCronJob' ? answers : withNumbers(answers);
      await runAction(world.context(prompts), actionOf(each), [target], passed);
      assert.equal(prompts.confirmations.length, 1);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.typed !== undefined, each.isConfirmedByName === true);
      assertNamesPlace(asked, target);
    });

    it('asks the person in production, naming server and account, if it changes access or interrupts anything', async () => {
      await world.close();
      world = await startActionWorld({ environment: 'production' });
      const prompts = new ScriptedPrompts({ answers });
      await perform(world, each, prompts);
      const { changesAccess, interrupts, confirmation } = actionOf(each);
      const asks = changesAccess || interrupts || Object.keys(answers).length === 0;
      if (asks || texts.question !== undefined) assert.equal(prompts.confirmations.length, 1);
      const hasSecret = 'password' in answers || 'secret' in answers;
      if (hasSecret && !each.texts.done.includes('created')) assert.ok(confirmation?.isDestructive);
      for (const asked of prompts.confirmations) assertNamesPlace(asked, target);
    });

    // What is there already can't fail.
    if (each.isAlready) return;

    it("checks the outcome at 500, and doesn't claim success", async () => {
      await world.probe.addFault(`500:${request.method}:${request.path}`);
      const prompts = new ScriptedPrompts({ answers });
      const outcome = await perform(world, each, prompts);
      const found = lostOutcome(each);
      assert.equal(outcome.status, found);
      assert.deepEqual(outcome[found], [toTarget(actionOf(each), target)]);
      const state = prompts.summaries[0]?.results[0]?.state;
      assert.ok(state?.type === found && state.error instanceof ApiError);
      assert.match(describeErrorIn(language, state.error), /service failed \(500\)/);
      assert.deepEqual(await writes(world), [request]);
      assert.deepEqual(prompts.told, []);
      // If the outcome is unknown, the history says so.
      assert.deepEqual(
        world.written.map((write) => write.outcome),
        found === 'unknown' ? ['unknown'] : [],
      );
    });

    it('waits at 429, and the person can cancel', async () => {
      await world.probe.addFault(`429:${request.method}:${request.path}`);
      const refused = new Promise<void>((resolve) => {
        world.onDidExchange(({ outcome }) => outcome === 429 && resolve());
      });
      const prompts = new ScriptedPrompts({ answers, stopAfter: () => refused });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual(await writes(world), [request]);
      assert.deepEqual([prompts.told, prompts.summaries], [[], []]);
    });

    it('succeeds on retry once the service has recovered', async () => {
      await world.probe.addFault(`500:${request.method}:${request.path}`);
      const prompts = new ScriptedPrompts({
        answers,
        beforeRetry: () => world.probe.clearFaults(),
      });
      const outcome = await perform(world, each, prompts);
      assert.equal(outcome.status, acceptedOutcome(each));
      assert.deepEqual(await writes(world), [request, request]);
      // An action that may already be done is only repeated on request.
      assert.equal(
        prompts.confirmations.filter(({ button }) => button === 'Do It Again').length,
        lostOutcome(each) === 'unknown' ? 1 : 0,
      );
    });
  });

  describe(`${command} on a ${target.kind}, with a legacy key and secret`, () => {
    it(each.isInV2 ? 'goes through v2' : "isn't offered, and v2 alone is asked", async () => {
      const world = await startActionWorld({ kind: 'basic' });
      try {
        const prompts = new ScriptedPrompts({ answers });
        // Passes answers that a person would choose from lists of v3.
        const outcome = await runAction(
          world.context(prompts),
          actionOf(each),
          [target],
          each.isInV2 ? answers : withNumbers(answers),
        );
        const failure = prompts.summaries[0]?.results[0]?.state;
        if (each.isInV2) {
          assert.equal(outcome.status, acceptedOutcome(each), failure?.type);
        } else {
          assert.equal(outcome.status, 'failed');
          assert.ok(failure?.type === 'failed' && failure.error instanceof ApiError);
          assert.equal(failure.error.reason, 'unsupported');
          const paths = (await world.probe.requests()).map(({ path }) => path);
          assert.deepEqual(
            paths.filter((path) => !path.startsWith('/api/v2/')),
            [],
          );
        }
      } finally {
        await world.close();
      }
    });
  });
}

/** What the history calls it: what was done, or, if no read shows that, what was being done. */
function titleOf(each: ActionCase): string {
  const { texts } = each;
  const isRead = acceptedOutcome(each) === 'done';
  return (isRead ? texts.done : texts.doing).replace(/\.$/, '');
}

/** Numbers that a script passes in place of typed digits. */
function withNumbers(answers: ActionCase['answers'] = {}): NonNullable<ActionCase['answers']> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  );
}
