import type { WriteVerdict } from './lookup/verdict';
import { ApiError, type ApiErrorReason } from '../../api/errors';

/**
 * The outcome of a write. `partly`: a later one of several requests failed. `unknown`: it may have
 * reached the service, whose answer was lost or inconclusive.
 */
export type Outcome = 'done' | 'partly' | 'unknown' | 'failed';

const unclear: ReadonlySet<ApiErrorReason> = new Set([
  'network',
  'timeout',
  'server',
  'contract',
  'cancelled',
  'blocked',
]);

/** Whether a failed request may have taken effect nevertheless: any of them, if there are several. */
export function mayHaveArrived(error: unknown): boolean {
  return errorsOf(error).some(
    (each) => each instanceof ApiError && unclear.has(each.reason) && !each.isUnsent,
  );
}

const refusals: ReadonlySet<ApiErrorReason> = new Set([
  'forbidden',
  'notFound',
  'invalid',
  'unsupported',
]);

/** Whether the service refused a request for its content, which implies nothing about others. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && refusals.has(error.reason);
}

/** The errors of one or several requests. */
export function errorsOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

/** One error for what went wrong with several requests; undefined if nothing did. */
export function joinErrors([first, ...others]: readonly unknown[]): unknown {
  return others.length === 0 ? first : new AggregateError([first, ...others]);
}

/**
 * Whether the service reported success in an unexpected form: a missing field, an empty body, or
 * plain text. A web page doesn't come from the service itself.
 */
function wasTaken(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reason !== 'contract') return false;
  const { status = 0, flaw } = error;
  return status >= 200 && status < 300 && flaw?.type !== 'webPage';
}

/** The outcome of a request that threw. */
export function outcomeOf(error: unknown): Exclude<Outcome, 'partly'> {
  if (wasTaken(error)) return 'done';
  return mayHaveArrived(error) ? 'unknown' : 'failed';
}

/**
 * The answer to a write; undefined if it succeeded with an unexpected answer.
 * @throws ApiError if it wasn't applied, or this is unknown.
 */
export async function answerTo(write: Promise<unknown>): Promise<unknown> {
  try {
    return await write;
  } catch (error) {
    if (wasTaken(error)) return undefined;
    throw error;
  }
}

/** The outcome of a write whose answer was lost, based on what reading the service showed. */
export function toOutcome(verdict: WriteVerdict): Exclude<Outcome, 'partly'> {
  return verdict === 'unclear' ? 'unknown' : verdict === 'notDone' ? 'failed' : 'done';
}
