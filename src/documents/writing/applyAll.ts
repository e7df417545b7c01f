import { isCancellation } from '../describeError';
import { type OutcomeSoFar, StoppedError, WriteError, isConflict } from './outcome';
import { ApiError } from '../../api/errors';

export interface Settled<T> {
  readonly outcome: OutcomeSoFar | 'conflict';
  readonly value?: T;
  /** Why it isn't as meant; undefined if the person stopped it. */
  readonly error?: unknown;
}

export interface Applying<C, T> {
  /** Applies one. @throws StoppedError if it isn't sent; whatever `performWrite` throws. */
  readonly apply: (change: C) => Promise<T>;
  readonly accountOf: (change: C) => string;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((number: number, change: C) => void) | undefined;
  readonly onSettled: (change: C, settled: Settled<T>) => void;
}

/** Lines run next to each other. What ends them for an account, such as its limit, is returned. */
export async function applyAll<C, T>(
  lines: readonly Iterable<C>[],
  { apply, accountOf, signal, report, onSettled }: Applying<C, T>,
): Promise<ReadonlyMap<string, unknown>> {
  const stops = new Map<string, unknown>();
  let number = 0;
  const applyOne = async (change: C): Promise<Settled<T>> => {
    if (signal?.aborted || stops.has(accountOf(change))) return { outcome: 'notSent' };
    report?.((number += 1), change);
    try {
      return { outcome: 'done', value: await apply(change) };
    } catch (error) {
      if (error instanceof StoppedError || isCancellation(error)) return { outcome: 'notSent' };
      const isEnd = endsAll(error);
      if (isEnd) stops.set(accountOf(change), error);
      return { outcome: isEnd ? 'notSent' : outcomeOfError(error), error };
    }
  };
  await Promise.all(
    lines.map(async (line) => {
      for (const change of line) onSettled(change, await applyOne(change));
    }),
  );
  return stops;
}

function endsAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { reason, isUnsent } = error;
  return (
    reason === 'unauthorized' || reason === 'rateLimited' || (reason === 'network' && isUnsent)
  );
}

function outcomeOfError(error: unknown): Settled<never>['outcome'] {
  if (isConflict(error)) return 'conflict';
  return error instanceof WriteError ? error.outcome : 'failed';
}
