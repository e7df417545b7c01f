import type { Action, ActionContext } from './action';
import {
  type Answers,
  describePassed,
  needsQuestion,
  TooLongToReviewError,
} from './questions/answers';
import type { Result } from './result';
import {
  accountsOf,
  listNames,
  nameWorkInFull,
  readLocation,
  readSubjects,
  type Subject,
} from './subject';
import { ApiError } from '../api/errors';
import { asResource, type Target } from '../resources/reference';
import type { Confirmation, Guard } from '../documents/writing/guard';
import { confirmationFor, toQuestion } from './questions/question';
import { findName } from './target';
import { t } from '../base/l10n';

/**
 * Asks whether to start. If the question can't be prepared, shows the error and offers to retry.
 */
export async function confirmAction(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  answers: Answers,
): Promise<Approval | 'cancelled' | 'failed'> {
  try {
    return (await askForApproval(context, action, targets, answers)) ?? 'cancelled';
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'cancelled') return 'cancelled';
    if (error instanceof TooLongToReviewError) throw error;
    const named = await nameWorkInFull(context, action, targets);
    const results = targets
      .slice(0, 1)
      .map((target): Result => ({ target, name: named, state: { type: 'failed', error } }));
    return (await context.prompts.askToRetry({ title: named, results })) === 'again'
      ? confirmAction(context, action, targets, answers)
      : 'failed';
  }
}

/** An action that the person confirmed. */
interface Approval {
  readonly names: readonly string[];
  readonly guard: Guard;
}

/**
 * Asks all questions due before an action: confirmation if data will be lost, several targets are
 * affected or the person hasn't answered its questions, and a warning if it could lock the person
 * out. Returns the targets' names and the guard that lets their requests pass; undefined if the
 * person cancelled.
 * @throws ApiError if what to ask about can't be read, or the person cancelled reading.
 */
async function askForApproval(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  answers: Answers,
): Promise<Approval | undefined> {
  const { values } = answers;
  const isCareful = targets.length > 1 || confirmationFor(action, values) !== undefined;
  const isDue = isCareful || (await needsQuestion(context, action, targets, answers));
  const asking = isDue ? await prepareQuestion(context, action, targets, answers) : undefined;
  const { prompts } = context;
  if (isCareful && asking && !(await prompts.confirm(asking.question))) return undefined;
  const { endpoint } = action;
  const writes = targets.map((target) => ({
    endpoint,
    target,
    body: endpoint.body ? values : undefined,
  }));
  // An action without a question of its own needs only one.
  const guard = await context.guard.ahead(writes, isCareful ? undefined : asking?.question);
  if (!guard) return undefined;
  const names = asking
    ? listNames(asking.subjects)
    : targets.map((target) => findName(context, target));
  return { guard, names };
}

async function prepareQuestion(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  { values, passed, reads }: Answers,
): Promise<{ readonly subjects: readonly Subject[]; readonly question: Confirmation }> {
  const lines = describePassed(action, passed);
  const naming = { ...reads.context, sessions: context.sessions };
  return showChecking(context, async (signal) => {
    const subjects = await readOutlooks(
      context,
      action,
      await readSubjects(naming, targets, signal),
      signal,
    );
    const locations = await Promise.all(
      targets.map((target) => readLocation(naming, target, signal)),
    );
    const place = [...new Set(locations.flat())];
    const question = toQuestion(context, action, values, subjects, { passed: lines, place });
    const isRisky = action.changesAccess === true && lines.length > 0;
    return { subjects, question: isRisky ? withTyping(question, subjects) : question };
  });
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
  { resultingState: becomes }: Action,
  subjects: readonly Subject[],
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  if (!becomes) return Promise.resolve(subjects);
  return Promise.all(
    subjects.map(async (subject) => {
      const resource = await client.read(asResource(subject.target), { signal });
      return { ...subject, outlook: becomes(resource) };
    }),
  );
}

function showChecking<T>(
  { prompts }: ActionContext,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return prompts.show({ title: t('Checking affected resources…'), run });
}
