/** A measured figure, with the best possible one in the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'KB' | 'MB' | 'requests';
  /** The name of the floor. */
  readonly floor: string;
  /** Each run in this unit: the product's value and the floor. */
  readonly runs: readonly Run[];
  /** The maximum median ratio; undefined if none is set. */
  readonly target?: number;
}

/** One run of a measurement. */
export interface Run {
  readonly ours: number;
  readonly floor: number;
}
