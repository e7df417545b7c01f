import type { Figure, Run } from './figure';

/** The middle of several values, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** What came of a figure. */
export interface Result {
  readonly ours: Spread;
  readonly floor: Spread;
  readonly ratio: Spread;
  /** Whether the ratio is as it should be; nothing where no target is set. */
  readonly isMet?: boolean;
}

/** The middle value; between two it is their mean. @throws RangeError where there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no value.');
  return (lower + upper) / 2;
}

/** @throws RangeError where there is no value. */
export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Compares run by run: what slows a machine down slows both of a run down. */
export function resultOf({ runs, target }: Pick<Figure, 'runs' | 'target'>): Result {
  const ratio = spreadOf(runs.map(ratioOf));
  return {
    ours: spreadOf(runs.map(({ ours }) => ours)),
    floor: spreadOf(runs.map(({ floor }) => floor)),
    ratio,
    ...(target === undefined ? {} : { isMet: ratio.median <= target }),
  };
}

/** As many as the least, where that is none at all, is what there can be. */
function ratioOf({ ours, floor }: Run): number {
  return ours === floor ? 1 : ours / floor;
}
