import { isAsked, type MessageAction, type Values } from '../base/questions';
import type { Action, ActionContext } from './action';
import { toTarget } from './actions';
import {
  confirmAction,
  confirmationFor,
  describePlace,
  findTyped,
  UnsuitableError,
} from './question';
import type { Field, Form } from '../documents/creations/fields';
import { type ResourceReference, type Target, toKey } from '../resources/reference';
import {
  type ActionOutcome,
  cancelledOutcome,
  inState,
  isDone,
  isLeft,
  toActionOutcome,
  findRejectedAnswers,
  inWordsOfQuestions,
  type Retry,
} from './result';
import { describeScope, findSubjects, nameWorkInFull, type Subject } from './subject';
import {
  ActionReads,
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
import { toPlain } from '../base/foreignText';
import { t } from '../base/l10n';

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
  const form = prepareForm(context, action, targets, { passed, reads, scope });
  const asked = { context, action, values: passed, passed, isAsked: isChosen, reads };
  const begun = await begin({ ...asked, form, subjects });
  if (begun === 'cancelled') {
    if (form) context.unfinishedForms.leave(nameForm(action, targets), form.savedAnswers);
    return cancelledOutcome;
  }
  if (begun === 'failed') return { ...cancelledOutcome, status: 'failed', failed: targets };
  const unsent = toUnsent(begun);
  return unsent.length === 0 ? cancelledOutcome : runOnTargets(begun, unsent, unsent);
}

function eachOnce(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [toKey(target), target])).values()];
}

async function begin(asked: Asked): Promise<Approved | 'cancelled' | 'failed'> {
  const { context, action, form } = asked;
  const given = form ? await ask(context, form) : asked.values;
  if (!given) return 'cancelled';
  const values = action.toBody?.(given) ?? given;
  const isAsked = asked.isAsked || form !== undefined;
  const approval = await confirmAction({ ...asked, values, isAsked });
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
  { passed, reads, scope }: Pick<Asked, 'passed' | 'reads'> & { readonly scope: string },
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

/** @param left what is to be sent now, of what was to be done before. */
async function runOnTargets(
  run: Approved,
  before: readonly Tried[],
  left: readonly Tried[],
): Promise<ActionOutcome> {
  const { context, action, values, form, names } = run;
  const { prompts, sessions } = context;
  const known = new Map(
    before.flatMap(({ target }) =>
      'ids' in target ? [[toKey(target), context.store.find(target)] as const] : [],
    ),
  );
  const targets = names.each.map(({ target }) => target);
  const texts = textsOf(action, names.naming, targets, values);
  const results = await prompts.show({
    title: texts.progress,
    run: (signal, report) => sendAll(run, before, { left, signal, report }),
  });
  const [first, ...others] = results;
  const outcome = toActionOutcome(results);
  const { status, accepted } = outcome;
  if (status === 'done' || status === 'accepted') {
    const created = others.length === 0 && createdBy(first);
    const nexts = toNexts(run, results);
    const done = (accepted.length === 0 && texts.done) || texts.accepted;
    const notes = [...names.notes, action.next?.note?.() ?? []].flat();
    const text = [done, ...notes].join(' ');
    if (created) context.showCreated(created, text, nexts);
    else prompts.tell(text, nexts);
    if (action.starts) watchResults(run, action.starts, results, known);
    return outcome;
  }
  for (const result of results) void reportLater(context, result);
  // A person who cancels a single action before it is sent needs no message.
  if (others.length === 0 && first === before[0]) return outcome;
  const way = await prompts.askToRetry({
    title: await nameWorkInFull({ ...names.naming, sessions }, action, targetsOf(results)),
    results: results.map((result) => inPersonsWords(run, result)),
    failure: action.failed?.(values),
    canChange: form !== undefined,
  });
  return way ? repeat(run, results, way) : outcome;
}

async function reportLater({ prompts }: ActionContext, { job, later }: Tried): Promise<void> {
  if (await later) prompts.tell(job.texts.done ?? job.texts.accepted);
}

function toNexts(
  { context, action: { next } }: Approved,
  results: readonly Tried[],
): readonly MessageAction[] {
  if (!next) return [];
  const { action, button } = next;
  const targets = results.flatMap(
    (result) => toTarget(action, createdBy(result) ?? result.target) ?? [],
  );
  if (targets.length === 0) return [];
  const step = (title: string, isChosen: boolean): MessageAction => ({
    title,
    run: () => runAction(context, action, targets, {}, isChosen),
  });
  const wayBack = step(t('Deploy, Revert Unless Confirmed…'), false);
  return [step(button(), true), action.effect === 'firewallDeployed' ? wayBack : []].flat();
}

function createdBy(result: Tried | undefined): ResourceReference | undefined {
  return result && 'created' in result.state ? result.state.created : undefined;
}

/** Each target once: an action may have several parts. */
function targetsOf(results: readonly Tried[]): readonly Target[] {
  return eachOnce(results.map(({ target }) => target));
}

function subjectsOf({ subjects }: Approved, results: readonly Tried[]): readonly Subject[] {
  return subjects.filter((subject) => results.some(({ target }) => target === subject.target));
}

function inPersonsWords({ action }: Approved, result: Tried): Tried {
  const { state } = result;
  if (state.type !== 'failed') return result;
  const fields = action.fields?.() ?? [];
  return { ...result, state: { ...state, error: inWordsOfQuestions(fields, state.error) } };
}

function watchResults(
  { context }: Approved,
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
  run: Approved,
  results: readonly Tried[],
  way: Retry,
): Promise<ActionOutcome> {
  const { context, names } = run;
  const [found, isCancelled] = await context.prompts.show({
    title: t('Checking what was done…'),
    run: async (signal) => [await recheckAll(results), signal.aborted] as const,
  });
  if (found.every(isDone)) return runOnTargets(run, found, []);
  if (isCancelled) return toActionOutcome(found);
  const repeatsUnclear = await confirmRepeating(run, inState(found, 'unknown'));
  const left = found.filter((result) => isLeft(result, repeatsUnclear));
  if (left.length === 0) return toActionOutcome(found);
  if (way === 'again') return runOnTargets(run, found, left);
  const changed = await change(run, left);
  if (!changed) return toActionOutcome(found);
  // The new answers make other requests than what was sent before.
  const isLeftOf = ({ target }: Pick<Tried, 'target'>): boolean =>
    left.some((each) => each.target === target);
  const again = toUnsent(changed, names.each.filter(isLeftOf));
  const others = found.filter((result) => !left.includes(result));
  return runOnTargets(changed, [...others, ...again], again);
}

async function confirmRepeating(run: Approved, unclear: readonly Tried[]): Promise<boolean> {
  const { context, action, values } = run;
  if (unclear.length === 0) return false;
  const { prompts } = context;
  const targets = targetsOf(unclear);
  const { lines } = await describePlace(context, targets);
  const again = confirmationFor(action, values);
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
async function change(run: Approved, left: readonly Tried[]): Promise<Approved | undefined> {
  const { context, action, form } = run;
  if (!form) return undefined;
  const [failed] = inState(left, 'failed');
  const error = failed && 'error' in failed.state ? failed.state.error : undefined;
  const given = await ask(context, { ...form, refused: findRejectedAnswers(form.fields, error) });
  if (!given) return undefined;
  const values = action.toBody?.(given) ?? given;
  const approval = await confirmAction({ ...run, values, subjects: subjectsOf(run, left) });
  return typeof approval === 'string' ? undefined : { ...approval, names: run.names };
}
