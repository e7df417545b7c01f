/** What was measured, beside the least that it could be in the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'KB' | 'MB' | 'requests';
  /** What the floor is, in words. */
  readonly floor: string;
  /** Each run, in that unit: what the product took, and the floor. */
  readonly runs: readonly Run[];
  /** The most that the ratio may be, in the median; nothing where none is set. */
  readonly target?: number;
}

/** One run of a measurement. */
export interface Run {
  readonly ours: number;
  readonly floor: number;
}
