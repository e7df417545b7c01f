import type { SentDifference } from './compareSent';
import type { Outcome } from './outcome';
import type { Change } from '../../base/patch';
import type { ResourceId } from '../../resources/kinds/kind';

type UndoneOutcome = Exclude<Outcome, 'done' | 'accepted'>;

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
