import type { Figure } from './figure';

/** The median of several values, and their spread. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The result of a figure. */
export interface Result {
  readonly ours: Spread;
  readonly floor: Spread;
  readonly ratio: Spread;
  /** Whether the ratio meets the target; undefined if there is none. */
  readonly isMet?: boolean;
}

/** The median; of two middle values, their mean. @throws RangeError if there is no value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no value.');
  return (lower + upper) / 2;
}

/** @throws RangeError if there is no value. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Compares run by run, because a slow machine slows down both values of a run. */
export function resultOf({ runs, target }: Pick<Figure, 'runs' | 'target'>): Result {
  const ratio = spreadOf(runs.map(({ ours, floor }) => ours / floor));
  return {
    ours: spreadOf(runs.map(({ ours }) => ours)),
    floor: spreadOf(runs.map(({ floor }) => floor)),
    ratio,
    ...(target === undefined ? {} : { isMet: ratio.median <= target }),
  };
}
