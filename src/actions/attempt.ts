import { ActionJob } from './actionJob';
import type { Action, ActionContext } from './action';
import type { Values } from '../documents/creations/field';
import type { QuestionReads } from './questions/questionReads';
import type { Result } from './result';
import { ApiError } from '../api/errors';
import type { ResourceReference } from '../resources/reference';
import type { Guard } from '../documents/writing/guard';
import { lookAgain, performWrite } from '../documents/writing/performWrite';

/** How to perform an action on one target. */
interface AttemptOptions {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  /** What was read for its questions, if any were asked. */
  readonly reads?: QuestionReads;
}

/** Performs an action on one target; if its answer is lost, finds out what happened. */
export async function attempt(
  context: ActionContext,
  action: Action,
  { target, name, job: earlier }: Result,
  values: Values,
  { guard, signal, reads }: AttemptOptions,
): Promise<Result> {
  const job = earlier ?? new ActionJob(context, action, { target, values, reads });
  const { client } = context;
  const result = await performWrite({ client, guard }, job, (work) => work(signal));
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
export async function attemptAgain(result: Result): Promise<Result> {
  const { target, name, job, state } = result;
  if (!job || !('error' in state)) return result;
  const { error } = state;
  return toResult({ target, name, job }, { found: await lookAgain(job, error), error });
}

function toResult(
  { target, name, job }: Omit<Result, 'state'>,
  {
    found,
    error,
  }: {
    readonly found: {
      readonly outcome: 'done' | 'unknown' | 'failed';
      readonly created?: ResourceReference | undefined;
    };
    readonly error: unknown;
  },
): Result {
  if (found.outcome !== 'done') {
    return { target, name, ...(job ? { job } : {}), state: { type: found.outcome, error } };
  }
  return { target, name, state: { type: 'done', created: found.created } };
}
