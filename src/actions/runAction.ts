import { isAsked, type Confirmation, type MessageAction, type Values } from '../base/questions';
import type { Action, ActionContext } from './action';
import { toTarget } from './actions';
import {
  type Answers,
  describePassed,
  needsQuestion,
  TooLongToReviewError,
  UnsuitableError,
  QuestionReads,
} from './answers';
import type { Field, Form } from '../documents/creations/field';
import { asResource, type ResourceReference, type Target, toKey } from '../resources/reference';
import {
  type ActionOutcome,
  inState,
  isDone,
  isLeft,
  type Result,
  type State,
  toActionOutcome,
  findRejectedAnswers,
  inWordsOfQuestions,
  type Retry,
} from './result';
import {
  accountsOf,
  describeOutlook,
  describeScope,
  describeTargets,
  findSubjects,
  listNames,
  nameDone,
  nameWorkInFull,
  type Naming,
  readLocation,
  readSubjects,
  rememberNames,
  type Subject,
} from './subject';
import { confirmationFor, countSet, describePlace, findTyped, toQuestion } from './question';
import type { WatchKind } from './watches';
import type { Resource } from '../resources/kinds/kind';
import { isCancellation } from '../documents/describeError';
import { applyAll, type Applying, type Settled } from '../documents/writing/applyAll';
import { WriteError } from '../documents/writing/outcome';
import type { Guard } from '../documents/writing/guard';
import { toPlain } from '../base/foreignText';
import { ActionJob, type Performed } from './sendAction';
import { t } from '../base/l10n';

const cancelledOutcome: ActionOutcome = {
  status: 'cancelled',
  done: [],
  accepted: [],
  failed: [],
  unknown: [],
};

/**
 * Failures are shown to the person here; the outcome is for the caller of the command.
 * @param passed answers from the caller of the command; the person is asked for the rest.
 * @param isChosen whether the person just chose it by name, in a message of ours.
 * @throws UnsuitableError if the action is for a single target and there are several.
 */
export async function runAction(
  context: ActionContext,
  action: Action,
  chosen: readonly Target[],
  passed: Values = {},
  isChosen = false,
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
  const found = await findSubjects(context, targets);
  const begin = async (asked: Form | undefined): Promise<Begun | 'cancelled' | 'failed'> => {
    const answered = await answer(context, asked, { passed, isAsked: isChosen });
    if (!answered) return 'cancelled';
    const values = action.toBody?.(answered.values) ?? answered.values;
    const answers = { ...answered, values, reads };
    const approval = await confirmAction(context, action, found, answers);
    if (approval === 'failed') return approval;
    if (approval !== 'cancelled') return { ...approval, answers };
    const last = asked && lastAsked(asked, answered.values);
    // Cancelling the question about the answers leads back to them, cancelling these to the end.
    return last
      ? begin({ ...asked, refused: new Map([[last, t('Nothing was sent.')]]) })
      : approval;
  };
  const begun = await begin(form);
  if (begun === 'cancelled') return leave();
  if (begun === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const names = listNames(begun.subjects);
  const unsent = targets.flatMap((target, index) =>
    toUnsent({ ...begun, context, action }, target, names[index] ?? ''),
  );
  if (unsent.length === 0) return cancelledOutcome;
  const naming = rememberNames(context, targets);
  const run = { ...begun, context, action, form, naming };
  return toActionOutcome(await runOnTargets(run, unsent));
}

interface Begun extends Approval {
  readonly answers: Answers;
}

function lastAsked({ fields, savedAnswers }: Form, values: Values): Field | undefined {
  return fields.findLast(
    (field) => isAsked(field, values) && savedAnswers.get(field)?.answer !== undefined,
  );
}

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
  return {
    title,
    fields,
    from: [reads.context, target],
    given: passed,
    savedAnswers: context.unfinishedForms.take(nameForm(action, targets), fields),
  };
}

function nameForm({ command }: Action, targets: readonly Target[]): string {
  return [command, ...targets.map(toKey)].join(' ');
}

async function answer(
  { prompts }: ActionContext,
  form: Form | undefined,
  given: Pick<Answers, 'passed' | 'isAsked'>,
): Promise<Omit<Answers, 'reads'> | undefined> {
  const { passed } = given;
  if (!form) return { values: passed, ...given };
  const values = await prompts.ask(form);
  // If nothing was changed, nothing is sent.
  return values && Object.keys(values).length > 0 ? { values, passed, isAsked: true } : undefined;
}

function isGiven(field: Field, given: Values): boolean {
  if (field.type === 'switches') return true;
  if (field.type === 'settings') return field.fields.every((each) => isGiven(each, given));
  return (
    field.name in given ||
    // What a person is warned about leaving out is asked for.
    ('isOptional' in field && field.isOptional && !('warn' in field && field.warn?.(''))) ||
    field.when?.(given) === false
  );
}

/** If the question can't be prepared, shows the error and offers to retry. */
async function confirmAction(
  context: ActionContext,
  action: Action,
  subjects: readonly Subject[],
  answers: Answers,
): Promise<Approval | 'cancelled' | 'failed'> {
  try {
    return (await askForApproval(context, action, subjects, answers)) ?? 'cancelled';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (error instanceof TooLongToReviewError) throw error;
    const targets = subjects.map(({ target }) => target);
    const named = await nameWorkInFull(context, action, targets);
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name: named, state: { type: 'failed', error } }));
    return (await context.prompts.askToRetry({ title: named, results })) === 'again'
      ? confirmAction(context, action, subjects, answers)
      : 'failed';
  }
}

interface Approval {
  /** With the names that the person was asked about. */
  readonly subjects: readonly Subject[];
  readonly guard: Guard;
}

/**
 * Returns the subjects and the guard that lets their requests pass; undefined if cancelled.
 * @throws ApiError if what to ask about can't be read, or the person cancelled reading.
 */
async function askForApproval(
  context: ActionContext,
  action: Action,
  subjects: readonly Subject[],
  answers: Answers,
): Promise<Approval | undefined> {
  const { values } = answers;
  const isCareful = subjects.length > 1 || confirmationFor(action, values) !== undefined;
  const isDue = isCareful || needsQuestion(action, subjects, answers);
  const asking = isDue ? await prepareQuestion(context, action, subjects, answers) : undefined;
  const { prompts } = context;
  if (isCareful && asking && !(await prompts.confirm(asking.question))) return undefined;
  const { endpoint } = action;
  const writes = subjects.map(({ target }) => ({
    endpoint,
    target,
    body: endpoint.body ? values : undefined,
  }));
  // An action without a question of its own needs only one.
  const guard = await context.guard.ahead(writes, isCareful ? undefined : asking?.question);
  if (!guard) return undefined;
  return { guard, subjects: asking?.subjects ?? subjects };
}

interface Prepared {
  readonly subjects: readonly Subject[];
  readonly question: Confirmation;
}

async function prepareQuestion(
  context: ActionContext,
  action: Action,
  known: readonly Subject[],
  { values, passed, reads }: Answers,
): Promise<Prepared> {
  const lines = describePassed(action, passed);
  const run = async (signal: AbortSignal): Promise<Prepared> => {
    const named = await readSubjects(reads.context, known, signal);
    const subjects = await readOutlooks(context, action, named, signal);
    const locations = await Promise.all(
      known.map(({ target }) => readLocation(reads.context, target, signal)),
    );
    const place = [...new Set(locations.flat())];
    const question = toQuestion(context, action, values, subjects, { passed: lines, place });
    const isRisky = action.changesAccess === true && lines.length > 0;
    return { subjects, question: isRisky ? withTyping(question, subjects) : question };
  };
  return context.prompts.show({ title: t('Checking affected resources…'), run });
}

/** Requires typing: a caller chooses the moment, and a stray key must not answer the question. */
function withTyping(question: Confirmation, subjects: readonly Subject[]): Confirmation {
  const labels = accountsOf(subjects.filter(({ account }) => account.isProduction)).map(
    ({ label }) => label,
  );
  return labels.length > 0 ? { ...question, typed: question.typed ?? labels.join(', ') } : question;
}

/** Reads the current state of each; known data may be outdated. */
function readOutlooks(
  { client }: ActionContext,
  { sets }: Action,
  subjects: readonly Subject[],
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  if (!sets) return Promise.resolve(subjects);
  return Promise.all(
    subjects.map(async (subject) => {
      const reference = asResource(subject.target);
      const now = await client.read(reference, { signal });
      return { ...subject, ...describeOutlook(reference, now, sets) };
    }),
  );
}

/** The work for a target, or a part of it, and what became of it so far. */
interface Tried extends Result {
  /** Set if the answers are sent in parts. */
  readonly values?: Values;
  /** Set if it was sent, but isn't done. */
  readonly job?: ActionJob;
  /** Settles once later checks end, if nobody waited for the answer; undefined if they found nothing. */
  readonly later?: Promise<unknown>;
}

interface ConfirmedAction extends Approval {
  readonly context: ActionContext;
  readonly action: Action;
  readonly answers: Answers;
  readonly form: Form | undefined;
  readonly naming: Naming;
}

async function runOnTargets(
  run: ConfirmedAction,
  before: readonly Tried[],
  repeatsUnclear = false,
): Promise<readonly Tried[]> {
  const { context, action, answers, form, naming } = run;
  const { prompts, sessions } = context;
  const { values } = answers;
  const known = findKnown(context, before);
  const results = await prompts.show({
    title: action.progressTitle(describeTargets(naming, targetsOf(before))),
    run: (signal, report) => sendToAll(run, before, { signal, report, repeatsUnclear }),
  });
  const [first, ...others] = results;
  if (results.every(isDone)) {
    const text = describeDone(run, results);
    const created = others.length === 0 && createdBy(first);
    const next = toNext(run, results);
    if (created) context.showCreated(created, text, next);
    else prompts.tell(text, next);
    if (action.starts) watchResults(context, action.starts, results, known);
    return results;
  }
  for (const result of results) void reportLater(run, result);
  // A person who cancels a single action before it is sent needs no message.
  if (others.length === 0 && first === before[0]) return results;
  const way = await prompts.askToRetry({
    title: await nameWorkInFull({ ...naming, sessions }, action, targetsOf(results)),
    results: results.map((result) => inPersonsWords(run, result)),
    failure: action.failed?.(values),
    canChange: form !== undefined,
  });
  return way ? repeat(run, results, way) : results;
}

async function reportLater(
  { context, action, answers, naming }: ConfirmedAction,
  { target, values = answers.values, later }: Tried,
): Promise<void> {
  if (!(await later)) return;
  context.prompts.tell(nameDone(naming, action, { targets: [target], values, isRead: true }));
}

function describeDone(
  { action, answers, naming, subjects }: ConfirmedAction,
  results: readonly Tried[],
): string {
  const targets = targetsOf(results);
  const isRead = inState(results, 'accepted').length === 0;
  const done = nameDone(naming, action, { targets, values: answers.values, isRead });
  return [done, ...countSet(subjects), action.next?.note?.() ?? []].flat().join(' ');
}

function toNext(
  { context, action: { next } }: ConfirmedAction,
  results: readonly Tried[],
): MessageAction | undefined {
  if (!next) return undefined;
  const { action, button } = next;
  const targets = results.flatMap(
    (result) => toTarget(action, createdBy(result) ?? result.target) ?? [],
  );
  if (targets.length === 0) return undefined;
  return { title: button(), run: () => runAction(context, action, targets, {}, true) };
}

function createdBy(result: Tried | undefined): ResourceReference | undefined {
  return result && 'created' in result.state ? result.state.created : undefined;
}

/** Each target once: an action may have several parts. */
function targetsOf(results: readonly Tried[]): readonly Target[] {
  return [...new Map(results.map(({ target }) => [toKey(target), target])).values()];
}

function subjectsOf({ subjects }: ConfirmedAction, results: readonly Tried[]): readonly Subject[] {
  return subjects.filter((subject) => results.some(({ target }) => target === subject.target));
}

function inPersonsWords({ action }: ConfirmedAction, result: Tried): Tried {
  const { state } = result;
  if (state.type !== 'failed') return result;
  const fields = action.fields?.() ?? [];
  return { ...result, state: { ...state, error: inWordsOfQuestions(fields, state.error) } };
}

function findKnown(
  { store }: ActionContext,
  results: readonly Tried[],
): ReadonlyMap<string, Resource | undefined> {
  return new Map(
    results.map(({ target }) => [toKey(target), 'ids' in target ? store.find(target) : undefined]),
  );
}

function watchResults(
  context: ActionContext,
  kind: WatchKind,
  results: readonly Tried[],
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
  results: readonly Tried[],
  way: Retry,
): Promise<readonly Tried[]> {
  const { prompts } = run.context;
  const found = await prompts.show({
    title: t('Checking what was done…'),
    run: () => recheckAll(results),
  });
  if (found.every(isDone)) return runOnTargets(run, found);
  const repeatsUnclear = await confirmRepeating(run, inState(found, 'unknown'));
  if (!found.some((result) => isLeft(result, repeatsUnclear))) return found;
  if (way === 'again') return runOnTargets(run, found, repeatsUnclear);
  const changed = await change(run, found, repeatsUnclear);
  return changed ? runOnTargets(changed, asUnsent(changed, found, repeatsUnclear)) : found;
}

async function confirmRepeating(run: ConfirmedAction, unclear: readonly Tried[]): Promise<boolean> {
  const { context, action, answers } = run;
  if (unclear.length === 0) return false;
  const { prompts } = context;
  const targets = targetsOf(unclear);
  const { lines } = await describePlace(context, targets);
  const again = confirmationFor(action, answers.values);
  return prompts.confirm({
    message: t('This may already have been done. Do it again?'),
    detail: [
      ...unclear.map(({ name }) => toPlain(name)),
      t("It's unknown whether it was done. Repeating it may apply it twice."),
      ...lines,
    ].join('\n'),
    button: t('Do It Again'),
    typed: again && findTyped(again, subjectsOf(run, unclear)),
  });
}

/** Asks the questions again, with the earlier answers; undefined if the person cancelled. */
async function change(
  run: ConfirmedAction,
  found: readonly Tried[],
  repeatsUnclear: boolean,
): Promise<ConfirmedAction | undefined> {
  const { context, action, form } = run;
  const [failed] = inState(found, 'failed');
  if (!form) return undefined;
  const error = failed && 'error' in failed.state ? failed.state.error : undefined;
  const refused = findRejectedAnswers(form.fields, error);
  const values = await context.prompts.ask({ ...form, refused });
  if (!values || Object.keys(values).length === 0) return undefined;
  const answers = { ...run.answers, values: action.toBody?.(values) ?? values };
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  const approval = await confirmAction(context, action, subjectsOf(run, left), answers);
  return typeof approval === 'string' ? undefined : { ...run, ...approval, answers };
}

/** Drops what was sent before: the new answers make other requests. */
function asUnsent(
  run: ConfirmedAction,
  found: readonly Tried[],
  repeatsUnclear: boolean,
): readonly Tried[] {
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
): readonly Tried[] {
  const parts = action.toParts?.(context, target, answers.values) ?? [{ name }];
  return parts.map((part) => ({ target, ...part, state: { type: 'notSent' } }));
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
  readonly repeatsUnclear: boolean;
}

/** One after another, so that the person can cancel in between. Returns the results of all. */
function sendToAll(
  { context, action, answers, guard }: ConfirmedAction,
  before: readonly Tried[],
  { signal, report, repeatsUnclear }: SendOptions,
): Promise<readonly Tried[]> {
  const { reads } = answers;
  const left = before.filter((result) => isLeft(result, repeatsUnclear));
  const jobs = left.map((result): readonly [Tried, ActionJob] => {
    const { target, values = answers.values, job } = result;
    return [result, job ?? new ActionJob(context, action, { target, values, reads })];
  });
  return settleSome(before, jobs, {
    apply: ([{ target }, job]) => context.busyState.run(target, () => job.send(guard, signal)),
    signal,
    report: (number, [{ name }]) => {
      if (before.length > 1) report(`${name} (${number}/${left.length})`);
    },
  });
}

/** Checks what was sent and isn't done: a write that arrived late must not be repeated. */
function recheckAll(before: readonly Tried[]): Promise<readonly Tried[]> {
  const jobs = before.flatMap((result): (readonly [Tried, ActionJob])[] =>
    result.job ? [[result, result.job]] : [],
  );
  return settleSome(before, jobs, {
    apply: ([{ state }, job]) => job.recheck('error' in state ? state.error : undefined),
  });
}

async function settleSome(
  before: readonly Tried[],
  jobs: readonly (readonly [Tried, ActionJob])[],
  applying: Omit<Applying<(typeof jobs)[number], Performed>, 'accountOf' | 'onSettled'>,
): Promise<readonly Tried[]> {
  const after = new Map<Tried, Tried>();
  await applyAll([jobs], {
    ...applying,
    accountOf: ([{ target }]) => target.account,
    onSettled: ([result, job], settled) => after.set(result, afterwards(result, job, settled)),
  });
  return before.map((result) => after.get(result) ?? result);
}

/** The result after it was sent or checked; if it wasn't, it stays as it was. */
function afterwards(
  before: Tried,
  job: ActionJob,
  { outcome, value, error }: Settled<Performed>,
): Tried {
  const { target, name, values } = before;
  const to = (state: State): Tried => ({ target, name, ...(values ? { values } : {}), state });
  if (outcome === 'done') {
    const { outcome: type, created } = value?.found ?? {};
    return to({ type: type === 'accepted' ? type : 'done', created });
  }
  if (error instanceof WriteError) {
    const { cause, later } = error;
    const isUnmet = outcome === 'partly' || outcome === 'notApplied';
    const type = outcome === 'unknown' ? outcome : 'failed';
    return { ...to({ type, error: isUnmet ? error : cause }), job, ...(later ? { later } : {}) };
  }
  return error === undefined ? before : to({ type: 'failed', error });
}
