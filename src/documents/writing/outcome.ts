import { t } from '../../base/l10n';
import { ApiError, type ApiErrorReason } from '../../api/errors';
import type { JsonValue, Change, Path } from '../../base/json';
import type { ResourceId } from '../../resources/kinds/kind';
import type { Words } from '../../base/foreignText';

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
  const names = {
    done: t('done'),
    accepted: t('request accepted'),
    partly: t('partly done'),
    notApplied: t('not applied'),
    unknown: t('outcome unknown'),
    failed: t('failed'),
    notSent: t('not sent'),
  };
  return names[outcome];
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

type UndoneOutcome = Exclude<Outcome, 'done' | 'accepted'>;

export interface SentDifference extends Change {
  /** Undefined if the service doesn't return it. */
  readonly now: JsonValue | undefined;
}

interface WriteErrorDetails {
  readonly arrived: readonly Change[];
  /** Where the service's values differ from what was sent, as far as they could be read. */
  readonly kept: readonly SentDifference[];
  /** Undefined if the service accepted the write. */
  readonly cause?: unknown;
  /** The ids in the collection before something may have been created in it, if known. */
  readonly known?: readonly ResourceId[] | undefined;
  /** Changes that later looks found to be applied, if they are still looked for. */
  readonly later?: Promise<readonly Change[] | undefined> | undefined;
}

/** The person refused a write, or cancelled it before it was sent. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('Nothing was sent');
  }
}

export class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly outcome: UndoneOutcome;
  readonly arrived: WriteErrorDetails['arrived'];
  readonly kept: WriteErrorDetails['kept'];
  readonly known: WriteErrorDetails['known'];
  readonly later: WriteErrorDetails['later'];

  constructor(outcome: UndoneOutcome, details: WriteErrorDetails) {
    const { arrived, kept, cause, known, later } = details;
    const fields = kept.map(({ path }) => path.join('.')).join(', ');
    const why = cause instanceof Error ? cause.message : '';
    super([outcome, fields, why].filter(Boolean).join('; '), { cause });
    this.outcome = outcome;
    this.arrived = arrived;
    this.kept = kept;
    this.known = known;
    this.later = later;
  }
}

export function mayHaveChanged(error: unknown): boolean {
  return error instanceof WriteError && error.outcome !== 'failed';
}

/** Why a document can't be saved. */
type ProblemReason =
  | 'syntax'
  | 'notAnObject'
  | 'duplicate'
  | 'number'
  | 'replacement'
  | 'readOnly'
  | 'unknownField'
  | 'credential'
  | 'mask'
  | 'secretKept'
  | 'removed'
  | 'missing'
  | 'notRead'
  | 'secretInText'
  | 'conflict'
  | 'refused';

export interface DocumentProblem {
  readonly reason: ProblemReason;
  readonly path: Path;
  /** Position in the text, in characters, if the path isn't enough. */
  readonly offset?: number;
  readonly length?: number;
  readonly detail?: Words;
}

/** A document can't be saved: nothing was sent, or the service refused it. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(
      problems
        .map(({ reason, path, detail }) =>
          [reason, path.join('.'), String(detail ?? '')].filter(Boolean).join(' '),
        )
        .join('; '),
    );
    this.problems = problems;
  }
}

/** The same values were changed elsewhere in the meantime. */
export function conflictError(paths: readonly Path[]): DocumentError {
  return new DocumentError(paths.map((path) => ({ reason: 'conflict', path })));
}

export function isConflict(error: unknown): error is DocumentError {
  return (
    error instanceof DocumentError && error.problems.some(({ reason }) => reason === 'conflict')
  );
}
