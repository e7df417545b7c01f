import { isAsked, type Confirmation, type MessageAction, type Values } from '../base/questions';
import type { Action, ActionContext } from './action';
import { toTarget } from './actions';
import {
  confirmationFor,
  describePassed,
  describePlace,
  findTyped,
  needsQuestion,
  TooLongToReviewError,
  toQuestion,
  UnsuitableError,
} from './question';
import type { Field, Form } from '../documents/creations/field';
import {
  asResource,
  collectionOf,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import { describeDeployment, listChanges } from '../resources/lockOut/whoGetsIn';
import { createReader } from '../documents/writing/findLive';
import {
  type ActionOutcome,
  inState,
  isDone,
  isLeft,
  type Result,
  toActionOutcome,
  findRejectedAnswers,
  inWordsOfQuestions,
  type Retry,
} from './result';
import {
  accountsOf,
  describeOutlook,
  describeScope,
  findSubjects,
  type NamedTarget,
  nameRun,
  nameWorkInFull,
  readLocation,
  readSubjects,
  type RunNames,
  type Subject,
} from './subject';
import {
  ActionReads,
  type Answers,
  type Approved,
  type Asked,
  recheckAll,
  sendAll,
  textsOf,
  toUnsent,
  type Tried,
} from './sendAction';
import type { WatchKind } from './watches';
import type { Resource } from '../resources/kinds/kind';
import { isCancellation } from '../documents/describeError';
import { toPlain } from '../base/foreignText';
import { t } from '../base/l10n';

const cancelledOutcome: ActionOutcome = {
  status: 'cancelled',
  done: [],
  accepted: [],
  failed: [],
  unknown: [],
};

interface Run extends Approved {
  readonly names: RunNames;
}

/**
 * Failures are shown to the person here; the outcome is for the caller of the command.
 * @param passed answers from the caller of the command; the person is asked for the rest.
 * @param isChosen whether the person just chose it by name, in a message of ours.
 * @throws UnsuitableError if the action is for a single target and there are several; ApiError if
 * an account is read-only, before anything is asked.
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
  for (const account of new Set(targets.map((each) => each.account))) {
    await context.client.requireWritable({ account });
  }
  const reads = new ActionReads(context);
  const scope = await describeScope(context, targets);
  const subjects = await findSubjects(context, targets);
  const answers = { values: passed, passed, isAsked: isChosen, reads };
  const form = prepareForm(context, action, targets, { ...answers, scope });
  const begun = await begin({ context, action, answers, form, subjects });
  if (begun === 'cancelled') {
    if (form) context.unfinishedForms.leave(nameForm(action, targets), form.savedAnswers);
    return cancelledOutcome;
  }
  if (begun === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const run = { ...begun, names: nameRun(context, begun.subjects) };
  const unsent = toUnsent(run, run.names.each);
  return unsent.length === 0 ? cancelledOutcome : runOnTargets(run, unsent, unsent);
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
  const last = approval === 'cancelled' && form ? lastAsked(form, given) : undefined;
  if (!form || !last) return approval;
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

function prepareForm(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  { passed, reads, scope }: Answers & { readonly scope: string },
): Form | undefined {
  const isPassed = Object.keys(passed).length > 0;
  const fields = (action.fields?.() ?? []).filter((field) => !isPassed || !isGiven(field, passed));
  const [target] = targets;
  if (fields.length === 0 || !target) return undefined;
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
  const { endpoint } = action;
  const body = endpoint.body ? answers.values : undefined;
  const writes = subjects.map(({ target }) => ({ endpoint, target, body }));
  const isCareful = subjects.length > 1 || confirmationFor(action, answers.values) !== undefined;
  const isDue = isCareful || needsQuestion(action, subjects, answers);
  const asking = isDue ? await prepareQuestion(asked) : undefined;
  if (isCareful && asking && !(await context.prompts.confirm(asking.question))) return undefined;
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
  context: ActionContext,
  { sets, effect }: Action,
  subjects: readonly Subject[],
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  return Promise.all(
    subjects.map(async (subject) => {
      if (effect === 'firewallDeployed') {
        return { ...subject, outlook: await readDeployment(context, subject, subjects, signal) };
      }
      if (!sets) return subject;
      const reference = asResource(subject.target);
      const now = await context.client.read(reference, { signal });
      return { ...subject, ...describeOutlook(reference, now, sets) };
    }),
  );
}

/** Who gets in once the rules of a server are deployed; in one line if there are several servers. */
async function readDeployment(
  { client, store, pendingFirewalls, guard }: ActionContext,
  { target }: Subject,
  { length }: readonly Subject[],
  signal: AbortSignal,
): Promise<string> {
  const reading = createReader(client, store).list(collectionOf(target), { signal });
  const rules = await reading.catch(() => undefined);
  const now = pendingFirewalls.inForce(target, rules);
  const sshPort = guard.sshPortOf(target);
  if (length === 1) return describeDeployment(now, rules, sshPort);
  const [title = '', ...changes] = listChanges(now, rules, sshPort);
  return `${title} ${changes.join('; ')}`;
}

/** @param left what is to be sent now, of what was to be done before. */
async function runOnTargets(
  run: Run,
  before: readonly Tried[],
  left: readonly Tried[],
): Promise<ActionOutcome> {
  const { context, action, answers, form, names } = run;
  const { prompts, sessions } = context;
  const { values } = answers;
  const known = new Map(
    before.flatMap(({ target }) =>
      'ids' in target ? [[toKey(target), context.store.find(target)] as const] : [],
    ),
  );
  const texts = textsOf(action, names, values);
  const results = await prompts.show({
    title: texts.progress,
    run: (signal, report) => sendAll(run, before, { left, signal, report }),
  });
  const [first, ...others] = results;
  const outcome = toActionOutcome(results);
  const { status, accepted } = outcome;
  if (status === 'done' || status === 'accepted') {
    const created = others.length === 0 && createdBy(first);
    const next = toNext(run, results);
    const done = (accepted.length === 0 && texts.done) || texts.accepted;
    const notes = [...names.notes, action.next?.note?.() ?? []].flat();
    const text = [done, ...notes].join(' ');
    if (created) context.showCreated(created, text, next);
    else prompts.tell(text, next);
    if (action.starts) watchResults(run, action.starts, results, known);
    return outcome;
  }
  for (const result of results) void reportLater(context, result);
  // A person who cancels a single action before it is sent needs no message.
  if (others.length === 0 && first === before[0]) return outcome;
  const targets = targetsOf(results);
  const way = await prompts.askToRetry({
    title: await nameWorkInFull({ ...names.naming, sessions }, action, targets),
    results: results.map((result) => inPersonsWords(run, result)),
    failure: action.failed?.(values),
    canChange: form !== undefined,
  });
  return way ? repeat(run, results, way) : outcome;
}

async function reportLater({ prompts }: ActionContext, { texts, later }: Tried): Promise<void> {
  if (await later) prompts.tell(texts.done ?? texts.accepted);
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
async function repeat(run: Run, results: readonly Tried[], way: Retry): Promise<ActionOutcome> {
  const { context, names } = run;
  const found = await context.prompts.show({
    title: t('Checking what was done…'),
    run: () => recheckAll(results),
  });
  if (found.every(isDone)) return runOnTargets(run, found, []);
  const repeatsUnclear = await confirmRepeating(run, inState(found, 'unknown'));
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  if (left.length === 0) return toActionOutcome(found);
  if (way === 'again') return runOnTargets(run, found, left);
  const changed = await change(run, left);
  if (!changed) return toActionOutcome(found);
  // The new answers make other requests than what was sent before.
  const isLeftOf = ({ target }: NamedTarget): boolean =>
    left.some((each) => each.target === target);
  const again = toUnsent(changed, names.each.filter(isLeftOf));
  const others = found.filter((result) => !left.includes(result));
  return runOnTargets(changed, [...others, ...again], again);
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
