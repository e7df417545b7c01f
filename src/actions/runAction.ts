import type { Action, ActionContext } from './action';
import { type Answers, UnsuitableError } from './questions/answers';
import { confirmAction } from './confirmAction';
import type { Form } from './questions/prompts';
import { QuestionReads } from './questions/questionReads';
import type { Field, Values } from '../documents/creations/field';
import { type ResourceReference, type Target, toKey } from '../resources/reference';
import {
  type ActionOutcome,
  inState,
  isDone,
  isLeft,
  type Result,
  toActionOutcome,
} from './result';
import { describeScope, nameDone, nameWork, nameWorkInFull } from './subject';
import { type Naming, rememberNames } from './target';
import { findRejectedAnswers, inWordsOfQuestions } from './questions/refused';
import { describePlace, findTypedAgain } from './questions/question';
import type { Retry } from './questions/summary';
import type { WatchKind } from './watch/task';
import type { Resource } from '../resources/kinds/kind';
import { describeKept } from '../documents/writing/compareSent';
import type { Guard } from '../documents/writing/guard';
import { toPlain } from '../base/foreignText';
import { recheck, sendAction } from './sendAction';
import { t } from '../base/l10n';

const cancelledOutcome: ActionOutcome = {
  status: 'cancelled',
  done: [],
  accepted: [],
  failed: [],
  unknown: [],
};

/**
 * Runs an action on its targets: asks its questions, shows progress and reports failures. Failures
 * are shown to the person here; the outcome is for the caller of the command.
 * @param passed answers from the caller of the command; the person is asked for the rest.
 * @throws UnsuitableError if the action is for a single target and there are several.
 */
export async function runAction(
  context: ActionContext,
  action: Action,
  chosen: readonly Target[],
  passed: Values = {},
): Promise<ActionOutcome> {
  const { titleOf } = context;
  const targets = [...new Map(chosen.map((target) => [toKey(target), target])).values()];
  const [first, ...others] = targets;
  if (!first) return cancelledOutcome;
  if (action.isSingleTarget && others.length > 0) {
    throw new UnsuitableError(
      t('"{0}" works on one resource at a time. Select only one.', titleOf(action.command)),
    );
  }
  const reads = new QuestionReads(context);
  const form = await prepareForm(context, action, targets, passed, reads);
  const leave = (): ActionOutcome => {
    if (form) context.unfinishedForms.leave(nameForm(action, targets), form.savedAnswers);
    return cancelledOutcome;
  };
  const answered = await answer(context, form, passed);
  if (!answered) return leave();
  const answers = { ...answered, reads };
  const approval = await confirmAction(context, action, targets, answers);
  if (approval === 'cancelled') return leave();
  if (approval === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const unsent = targets.flatMap((target, index) =>
    toUnsent({ context, action, answers }, target, approval.names[index] ?? ''),
  );
  if (unsent.length === 0) return cancelledOutcome;
  const naming = rememberNames(context, targets);
  const run = { context, action, answers, form, guard: approval.guard, naming };
  return toActionOutcome(await runOnTargets(run, unsent));
}

/** The questions that the passed values leave open; undefined if there are none. */
async function prepareForm(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  passed: Values,
  reads: QuestionReads,
): Promise<Form | undefined> {
  const isPassed = Object.keys(passed).length > 0;
  const fields = (action.fields?.() ?? []).filter((field) => !isPassed || !isGiven(field, passed));
  const [target] = targets;
  if (fields.length === 0 || !target) return undefined;
  const scope = await describeScope(context, targets);
  const title = [context.titleOf(action.command), scope].filter(Boolean).join(' · ');
  const asking = { fields, context: reads.context, target };
  return {
    title,
    ...asking,
    given: passed,
    savedAnswers: context.unfinishedForms.take(nameForm(action, targets), fields),
  };
}

function nameForm({ command }: Action, targets: readonly Target[]): string {
  return [command, ...targets.map(toKey)].join(' ');
}

/** The answers to an action's questions: those passed, and the person's to the rest. */
async function answer(
  { prompts }: ActionContext,
  form: Form | undefined,
  passed: Values,
): Promise<Omit<Answers, 'reads'> | undefined> {
  if (!form) return { values: passed, passed, isAsked: false };
  const values = await prompts.ask(form);
  // If nothing was changed, nothing is sent.
  return values && Object.keys(values).length > 0 ? { values, passed, isAsked: true } : undefined;
}

function isGiven(field: Field, given: Values): boolean {
  if (field.type === 'switches') return true;
  if (field.type === 'settings') return field.fields.every((each) => isGiven(each, given));
  return (
    field.name in given ||
    ('isOptional' in field && field.isOptional) ||
    field.when?.(given) === false
  );
}

/** A confirmed action with all answers. */
interface ConfirmedAction {
  readonly context: ActionContext;
  readonly action: Action;
  readonly answers: Answers;
  /** The questions that the person answered, if any. */
  readonly form: Form | undefined;
  readonly guard: Guard;
  /** The targets' names before anything is done. */
  readonly naming: Naming;
}

/** Performs an action, and retries what isn't done as long as the person wants. */
async function runOnTargets(
  run: ConfirmedAction,
  before: readonly Result[],
  repeatsUnclear = false,
): Promise<readonly Result[]> {
  const { context, action, answers, form, guard, naming } = run;
  const { prompts, sessions } = context;
  const { values, reads } = answers;
  const known = findKnown(context, before);
  const results = await prompts.show({
    title: nameWork(naming, action, targetsOf(before)),
    run: (signal, report) =>
      sendToAll(context, action, before, values, { guard, signal, report, repeatsUnclear, reads }),
  });
  const [first, ...others] = results;
  if (results.every(isDone)) {
    const text = describeDone(run, results);
    const created = others.length === 0 && createdBy(first);
    if (created) context.showCreated(created, text);
    else prompts.tell(text);
    const kept = inState(results, 'done').flatMap(({ state }) =>
      'kept' in state ? (state.kept ?? []) : [],
    );
    if (kept.length > 0) prompts.warn(kept.map((each) => describeKept(each)).join(' '));
    if (action.starts) watchResults(context, action.starts, results, known);
    return results;
  }
  for (const result of results) void reportLater(run, result);
  // A person who cancels a single action before it is sent needs no message.
  if (others.length === 0 && first?.state.type === 'notSent') return results;
  const way = await prompts.askToRetry({
    title: await nameWorkInFull({ ...naming, sessions }, action, targetsOf(results)),
    results: results.map((result) => inPersonsWords(run, result)),
    failure: action.failed?.(values),
    canChange: form !== undefined,
  });
  return way ? repeat(run, results, way) : results;
}

/** Says what was done after all, once that is known. */
async function reportLater(
  { context, action, answers, naming }: ConfirmedAction,
  { target, values = answers.values, later }: Result,
): Promise<void> {
  if (!(await later)) return;
  context.prompts.tell(nameDone(naming, action, { targets: [target], values, isRead: true }));
}

/** The message once all is done, or accepted. */
function describeDone(
  { action, answers, naming }: ConfirmedAction,
  results: readonly Result[],
): string {
  const targets = targetsOf(results);
  const isRead = inState(results, 'accepted').length === 0;
  return nameDone(naming, action, { targets, values: answers.values, isRead });
}

function createdBy(result: Result | undefined): ResourceReference | undefined {
  return result && 'created' in result.state ? result.state.created : undefined;
}

/** Each target once: an action may have several parts. */
function targetsOf(results: readonly Result[]): readonly Target[] {
  return [...new Map(results.map(({ target }) => [toKey(target), target])).values()];
}

function inPersonsWords({ action }: ConfirmedAction, result: Result): Result {
  const { state } = result;
  if (state.type !== 'failed') return result;
  const fields = action.fields?.() ?? [];
  return { ...result, state: { ...state, error: inWordsOfQuestions(fields, state.error) } };
}

function findKnown(
  { store }: ActionContext,
  results: readonly Result[],
): ReadonlyMap<string, Resource | undefined> {
  return new Map(
    results.map(({ target }) => [toKey(target), 'ids' in target ? store.find(target) : undefined]),
  );
}

function watchResults(
  context: ActionContext,
  kind: WatchKind,
  results: readonly Result[],
  known: ReadonlyMap<string, Resource | undefined>,
): void {
  for (const result of results) {
    const { target } = result;
    const subject = createdBy(result) ?? ('ids' in target ? target : undefined);
    if (subject) context.watch(kind, subject, known.get(toKey(target)));
  }
}

/** Retries what isn't done; what may already be done is checked and asked about first. */
async function repeat(
  run: ConfirmedAction,
  results: readonly Result[],
  way: Retry,
): Promise<readonly Result[]> {
  const { prompts } = run.context;
  const found = await prompts.show({
    title: t('Checking what was done…'),
    run: () => recheckAll(run.context, results),
  });
  if (found.every(isDone)) return runOnTargets(run, found);
  const repeatsUnclear = await confirmRepeating(run, inState(found, 'unknown'));
  if (!found.some((result) => isLeft(result, repeatsUnclear))) return found;
  if (way === 'again') return runOnTargets(run, found, repeatsUnclear);
  const changed = await change(run, found, repeatsUnclear);
  return changed ? runOnTargets(changed, asUnsent(changed, found, repeatsUnclear)) : found;
}

async function confirmRepeating(
  { context, action, answers }: ConfirmedAction,
  unclear: readonly Result[],
): Promise<boolean> {
  if (unclear.length === 0) return false;
  const { prompts } = context;
  const targets = targetsOf(unclear);
  const { lines } = await describePlace(context, targets);
  return prompts.confirm({
    message: t('This may already have been done. Do it again?'),
    detail: [
      ...unclear.map(({ name }) => toPlain(name)),
      t("It's unknown whether it was done. Repeating it may apply it twice."),
      ...lines,
    ].join('\n'),
    button: t('Do It Again'),
    typed: await findTypedAgain(context, action, answers.values, targets),
  });
}

/** Asks the questions again, with the earlier answers; undefined if the person cancelled. */
async function change(
  run: ConfirmedAction,
  found: readonly Result[],
  repeatsUnclear: boolean,
): Promise<ConfirmedAction | undefined> {
  const { context, action, form } = run;
  const [failed] = inState(found, 'failed');
  if (!form) return undefined;
  const error = failed && 'error' in failed.state ? failed.state.error : undefined;
  const refused = findRejectedAnswers(form.fields, error);
  const values = await context.prompts.ask({ ...form, refused });
  if (!values || Object.keys(values).length === 0) return undefined;
  const answers = { ...run.answers, values };
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  const targets = left.map(({ target }) => target);
  const approval = await confirmAction(context, action, targets, answers);
  return typeof approval === 'string' ? undefined : { ...run, answers, guard: approval.guard };
}

/** Drops what was sent before: the new answers make other requests. */
function asUnsent(
  run: ConfirmedAction,
  found: readonly Result[],
  repeatsUnclear: boolean,
): readonly Result[] {
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  const isSplit = run.action.toParts !== undefined;
  return [
    ...found.filter((result) => !left.includes(result)),
    ...(isSplit ? left.slice(0, 1) : left).flatMap(({ target, name }) =>
      toUnsent(run, target, name),
    ),
  ];
}

/** The work for one target: some parts of its action, or all of them. */
function toUnsent(
  { context, action, answers }: Pick<ConfirmedAction, 'context' | 'action' | 'answers'>,
  target: Target,
  name: string,
): readonly Result[] {
  const parts = action.toParts?.(context, target, answers.values) ?? [{ name }];
  return parts.map((part) => ({ target, ...part, state: { type: 'notSent' } }));
}

interface SendToAllOptions {
  /** Lets the requests pass that the person was asked about. */
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
  readonly repeatsUnclear: boolean;
  readonly reads: QuestionReads;
}

/**
 * Performs an action on all targets that aren't done yet, one after another, so that the person can
 * cancel in between. Returns the results of all.
 */
async function sendToAll(
  context: ActionContext,
  action: Action,
  before: readonly Result[],
  values: Values,
  { report, repeatsUnclear, ...options }: SendToAllOptions,
): Promise<readonly Result[]> {
  const { signal } = options;
  const results: Result[] = [];
  const total = before.filter((result) => isLeft(result, repeatsUnclear)).length;
  let tried = 0;
  for (const result of before) {
    if (!isLeft(result, repeatsUnclear) || signal.aborted) {
      results.push(result);
      continue;
    }
    tried += 1;
    if (before.length > 1) report(`${result.name} (${tried}/${total})`);
    const send = async (): Promise<Result> => {
      const part = result.values ? { values: result.values } : {};
      const own = part.values ?? values;
      return { ...(await sendAction(context, action, result, own, options)), ...part };
    };
    results.push(await context.busyState.run(result.target, send));
  }
  return results;
}

/**
 * Rechecks results whose answer was lost, because a write that arrived late must not be repeated.
 */
async function recheckAll(
  context: ActionContext,
  before: readonly Result[],
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const result of before) {
    const part = result.values ? { values: result.values } : {};
    results.push({ ...(await recheck(context, result)), ...part });
  }
  return results;
}
