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
import { applyAll, type Applying, type Settled } from '../documents/writing/performWrite';
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

/** An action, its questions and the answers to them. */
interface Asked {
  readonly context: ActionContext;
  readonly action: Action;
  readonly answers: Answers;
  readonly form: Form | undefined;
  readonly subjects: readonly Subject[];
}

/** The subjects have the names that the person was asked about. */
interface Approved extends Asked {
  /** Lets the requests pass. */
  readonly guard: Guard;
}

interface Run extends Approved {
  readonly naming: Naming;
}

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
  const targets = eachOnce(chosen);
  if (targets.length === 0) return cancelledOutcome;
  if (action.isSingleTarget && targets.length > 1) {
    throw new UnsuitableError(
      t('"{0}" works on one resource at a time. Select only one.', context.titleOf(action.command)),
    );
  }
  const answers = { values: passed, passed, isAsked: isChosen, reads: new QuestionReads(context) };
  const form = await prepareForm(context, action, targets, answers);
  const subjects = await findSubjects(context, targets);
  const begun = await begin({ context, action, answers, form, subjects });
  if (begun === 'cancelled') {
    if (form) context.unfinishedForms.leave(nameForm(action, targets), form.savedAnswers);
    return cancelledOutcome;
  }
  if (begun === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const names = listNames(begun.subjects);
  const unsent = targets.flatMap((target, index) => toUnsent(begun, target, names[index] ?? ''));
  if (unsent.length === 0) return cancelledOutcome;
  const naming = rememberNames(context, targets);
  return toActionOutcome(await runOnTargets({ ...begun, naming }, unsent));
}

function eachOnce(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [toKey(target), target])).values()];
}

async function begin(asked: Asked): Promise<Approved | 'cancelled' | 'failed'> {
  const { context, action, form, answers } = asked;
  const given = form ? await ask(context, form) : answers.values;
  if (!given) return 'cancelled';
  const values = action.toBody?.(given) ?? given;
  const isAsked = answers.isAsked || form !== undefined;
  const approval = await confirmAction({ ...asked, answers: { ...answers, values, isAsked } });
  const last = form && lastAsked(form, given);
  if (approval !== 'cancelled' || !last) return approval;
  // Cancelling the question about the answers leads back to them, cancelling these to the end.
  return begin({ ...asked, form: { ...form, refused: new Map([[last, t('Nothing was sent.')]]) } });
}

/** Undefined if the person cancelled, or changed nothing, so that there is nothing to send. */
async function ask({ prompts }: ActionContext, form: Form): Promise<Values | undefined> {
  const values = await prompts.ask(form);
  return values && Object.keys(values).length > 0 ? values : undefined;
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
  { passed, reads }: Answers,
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
async function confirmAction(asked: Asked): Promise<Approved | 'cancelled' | 'failed'> {
  try {
    return (await askForApproval(asked)) ?? 'cancelled';
  } catch (error) {
    if (isCancellation(error)) return 'cancelled';
    if (error instanceof TooLongToReviewError) throw error;
    const { context, action, subjects } = asked;
    const targets = subjects.map(({ target }) => target);
    const name = await nameWorkInFull(context, action, targets);
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name, state: { type: 'failed', error } }));
    const way = await context.prompts.askToRetry({ title: name, results });
    return way === 'again' ? confirmAction(asked) : 'failed';
  }
}

/**
 * Undefined if cancelled.
 * @throws ApiError if what to ask about can't be read, or the person cancelled reading.
 */
async function askForApproval(asked: Asked): Promise<Approved | undefined> {
  const { context, action, subjects, answers } = asked;
  const isCareful = subjects.length > 1 || confirmationFor(action, answers.values) !== undefined;
  const isDue = isCareful || needsQuestion(action, subjects, answers);
  const asking = isDue ? await prepareQuestion(asked) : undefined;
  if (isCareful && asking && !(await context.prompts.confirm(asking.question))) return undefined;
  const { endpoint } = action;
  const body = endpoint.body ? answers.values : undefined;
  const writes = subjects.map(({ target }) => ({ endpoint, target, body }));
  // An action without a question of its own needs only one.
  const guard = await context.guard.ahead(writes, isCareful ? undefined : asking?.question);
  return guard && { ...asked, guard, subjects: asking?.subjects ?? subjects };
}

interface Prepared {
  readonly subjects: readonly Subject[];
  readonly question: Confirmation;
}

async function prepareQuestion(asked: Asked): Promise<Prepared> {
  const { context, action, subjects: known, answers } = asked;
  const { values, passed, reads } = answers;
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

async function runOnTargets(
  run: Run,
  before: readonly Tried[],
  repeatsUnclear = false,
): Promise<readonly Tried[]> {
  const { context, action, answers, form, naming } = run;
  const { prompts, sessions } = context;
  const { values } = answers;
  const known = new Map(
    before.flatMap(({ target }) =>
      'ids' in target ? [[toKey(target), context.store.find(target)] as const] : [],
    ),
  );
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
    if (action.starts) watchResults(run, action.starts, results, known);
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
  { context, action, answers, naming }: Run,
  { target, values = answers.values, later }: Tried,
): Promise<void> {
  if (!(await later)) return;
  context.prompts.tell(nameDone(naming, action, { targets: [target], values, isRead: true }));
}

function describeDone(
  { action, answers, naming, subjects }: Run,
  results: readonly Tried[],
): string {
  const targets = targetsOf(results);
  const isRead = inState(results, 'accepted').length === 0;
  const done = nameDone(naming, action, { targets, values: answers.values, isRead });
  return [done, ...countSet(subjects), action.next?.note?.() ?? []].flat().join(' ');
}

function toNext(
  { context, action: { next } }: Run,
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
  return eachOnce(results.map(({ target }) => target));
}

function subjectsOf({ subjects }: Run, results: readonly Tried[]): readonly Subject[] {
  return subjects.filter((subject) => results.some(({ target }) => target === subject.target));
}

function inPersonsWords({ action }: Run, result: Tried): Tried {
  const { state } = result;
  if (state.type !== 'failed') return result;
  const fields = action.fields?.() ?? [];
  return { ...result, state: { ...state, error: inWordsOfQuestions(fields, state.error) } };
}

function watchResults(
  { context }: Run,
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
async function repeat(run: Run, results: readonly Tried[], way: Retry): Promise<readonly Tried[]> {
  const { prompts } = run.context;
  const found = await prompts.show({
    title: t('Checking what was done…'),
    run: () => recheckAll(results),
  });
  if (found.every(isDone)) return runOnTargets(run, found);
  const repeatsUnclear = await confirmRepeating(run, inState(found, 'unknown'));
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  if (left.length === 0) return found;
  if (way === 'again') return runOnTargets(run, found, repeatsUnclear);
  const changed = await change(run, left);
  if (!changed) return found;
  // The new answers make other requests than what was sent before.
  const again = run.action.toParts ? left.slice(0, 1) : left;
  return runOnTargets(changed, [
    ...found.filter((result) => !left.includes(result)),
    ...again.flatMap(({ target, name }) => toUnsent(changed, target, name)),
  ]);
}

async function confirmRepeating(run: Run, unclear: readonly Tried[]): Promise<boolean> {
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
async function change(run: Run, left: readonly Tried[]): Promise<Run | undefined> {
  const { context, action, form } = run;
  if (!form) return undefined;
  const [failed] = inState(left, 'failed');
  const error = failed && 'error' in failed.state ? failed.state.error : undefined;
  const given = await ask(context, { ...form, refused: findRejectedAnswers(form.fields, error) });
  if (!given) return undefined;
  const answers = { ...run.answers, values: action.toBody?.(given) ?? given };
  const approval = await confirmAction({ ...run, answers, subjects: subjectsOf(run, left) });
  return typeof approval === 'string' ? undefined : { ...run, ...approval };
}

/** The work for one target: some parts of its action, or all of them. */
function toUnsent({ context, action, answers }: Asked, target: Target, name: string): Tried[] {
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
  { context, action, answers, guard }: Run,
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
