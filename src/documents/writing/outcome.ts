import { t } from '../../base/l10n';
import { ApiError, type ApiErrorReason } from '../../api/errors';

/**
 * What became of a write, as a whole or a part of it. `done`: the service has what was meant.
 * `accepted`: it reported success, and nothing that can be read shows the result. `partly`: it has
 * only some of it. `notApplied`: it reported success, but has none of it. `unknown`: it may have
 * received it, but the answer was lost or inconclusive. `failed`: it doesn't have it.
 */
export type Outcome = 'done' | 'accepted' | 'partly' | 'notApplied' | 'unknown' | 'failed';

/** Only a failed one may be repeated without asking. */
export type WriteVerdict = Extract<Outcome, 'done' | 'failed' | 'unknown'>;

export type OutcomeSoFar = Outcome | 'notSent';

export function nameOutcome(outcome: OutcomeSoFar): string {
  switch (outcome) {
    case 'done':
      return t('done');
    case 'accepted':
      return t('request accepted');
    case 'partly':
      return t('partly done');
    case 'notApplied':
      return t('not applied');
    case 'unknown':
      return t('outcome unknown');
    case 'failed':
      return t('failed');
    case 'notSent':
      return t('not sent');
  }
}

export const outcomeIcons: Readonly<Record<Outcome, string>> = {
  done: 'check',
  accepted: 'check',
  partly: 'warning',
  notApplied: 'dash',
  unknown: 'question',
  failed: 'error',
};

const unclear: ReadonlySet<ApiErrorReason> = new Set([
  'network',
  'timeout',
  'server',
  'contract',
  'cancelled',
  'blocked',
]);

/** True if any of the failed requests may have taken effect nevertheless. */
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

/** True if the service refused a request for its content, which implies nothing about others. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && refusals.has(error.reason);
}

export function errorsOf(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

/** One error for what went wrong with several requests; undefined if nothing did. */
export function joinErrors([first, ...others]: readonly unknown[]): unknown {
  return others.length === 0 ? first : new AggregateError([first, ...others]);
}

/** A missing field, an empty body, or plain text; but a web page isn't from the service itself. */
function isUnexpectedSuccess(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.reason !== 'contract') return false;
  const { status = 0, flaw } = error;
  return status >= 200 && status < 300 && flaw?.type !== 'webPage';
}

export function outcomeOf(error: unknown): 'done' | 'unknown' | 'failed' {
  if (isUnexpectedSuccess(error)) return 'done';
  return mayHaveArrived(error) ? 'unknown' : 'failed';
}

/** Undefined for success with an unexpected answer. @throws ApiError if not applied, or unknown. */
export async function answerTo(write: Promise<unknown>): Promise<unknown> {
  try {
    return await write;
  } catch (error) {
    if (isUnexpectedSuccess(error)) return undefined;
    throw error;
  }
}

export function toOutcome(verdict: WriteVerdict, isAccepted: boolean): Outcome {
  if (verdict === 'done' || !isAccepted) return verdict;
  return verdict === 'unknown' ? 'accepted' : 'notApplied';
}

/** @param arrived how many values the service has taken. @param kept how many it kept as they were. */
export function outcomeOfAccepted(arrived: number, kept: number): Outcome {
  if (kept === 0) return arrived > 0 ? 'done' : 'accepted';
  return arrived > 0 ? 'partly' : 'notApplied';
}

/** Statuses of proxies that gave up waiting for the service. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([504, 524]);

/** Nobody waited for the answer, so a read that doesn't show the change yet proves nothing. */
export function mayStillArrive(error: unknown): boolean {
  return errorsOf(error).some((cause) => {
    if (!(cause instanceof ApiError) || cause.isUnsent) return false;
    const { reason, status } = cause;
    return reason === 'timeout' || reason === 'cancelled' || gatewayTimeouts.has(status);
  });
}

/** True if the service may still apply what it was sent: not if it reported that it is finished. */
export function mayApplyLater(error: unknown): boolean {
  if (error === undefined) return true;
  return mayHaveArrived(error) && !(error instanceof ApiError && error.status === 500);
}

/** True if what was asked for is there, as far as anyone can tell. */
export function isAsMeant(outcome: Outcome): outcome is 'done' | 'accepted' {
  return outcome === 'done' || outcome === 'accepted';
}
