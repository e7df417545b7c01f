import { ActionJob } from './actionJob';
import type { Action, ActionContext } from './action';
import type { Values } from '../documents/creations/field';
import type { QuestionReads } from './questions/questionReads';
import type { ActionFound, Result } from './result';
import { ApiError } from '../api/errors';
import type { Guard } from '../documents/writing/guard';
import { WriteError } from '../documents/writing/writeError';
import { lookAgain, performWrite } from '../documents/writing/performWrite';

/** How to perform an action on one target. */
interface AttemptOptions {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  /** What was read for its questions, if any were asked. */
  readonly reads?: QuestionReads;
}

/** Performs an action on one target, and compares the result with what was meant. */
export async function attempt(
  context: ActionContext,
  action: Action,
  { target, name, job: earlier }: Result,
  values: Values,
  { guard, signal, reads }: AttemptOptions,
): Promise<Result> {
  const job = earlier ?? new ActionJob(context, action, { target, values, reads });
  const { client, clock } = context;
  const result = await performWrite({ client, guard, clock }, job, (work) => work(signal));
  switch (result.type) {
    case 'nothing':
      return { target, name, state: { type: 'done' } };
    case 'stopped':
      return { target, name, state: { type: 'untried' } };
    case 'failed': {
      const { error } = result;
      const isStopped = error instanceof ApiError && error.reason === 'cancelled';
      return { target, name, state: isStopped ? { type: 'untried' } : { type: 'failed', error } };
    }
    case 'sent':
      return toResult({ target, name, job }, result);
  }
}

/** Rechecks a result that may be done, because a write that arrived late must not be repeated. */
export async function attemptAgain({ clock }: ActionContext, result: Result): Promise<Result> {
  const { target, name, job, state } = result;
  if (!job || !('error' in state)) return result;
  const { error } = state;
  return toResult({ target, name, job }, { found: await lookAgain(clock, job, error), error });
}

function toResult(
  sent: Omit<Result, 'state'>,
  {
    found,
    error,
    later,
  }: {
    readonly found: ActionFound;
    readonly error: unknown;
    readonly later?: Promise<ActionFound | undefined>;
  },
): Result {
  const { target, name } = sent;
  const { outcome, kept = [], created } = found;
  switch (outcome) {
    case 'done':
    case 'accepted':
      return { target, name, state: { type: outcome, created } };
    case 'partly':
    case 'notApplied': {
      // Something new is there, whatever its values are: repeating would make a second one.
      if (outcome === 'partly' && created) {
        return { target, name, state: { type: 'done', created, kept } };
      }
      const cause = error === undefined ? {} : { cause: error };
      const unmet = new WriteError(outcome, { arrived: [], kept, ...cause });
      return { ...sent, state: { type: 'failed', error: unmet } };
    }
    case 'unknown':
    case 'failed':
      return {
        ...sent,
        state: { type: outcome, error },
        known: found.known,
        ...(later ? { later } : {}),
      };
  }
}
