/** The tests that ran a mutant's code. */
export interface Coverage {
  /** For each mutant, the full titles of its tests, fastest first. */
  readonly titles: Readonly<Record<number, readonly string[]>>;
  /** The mutants whose code only ran while the tests were loaded. */
  readonly loaded: readonly number[];
  /** The full titles of all tests that ran any mutant's code, fastest first: any of them may notice those. */
  readonly touching: readonly string[];
  /** The tests that failed although nothing was changed; they prove nothing. */
  readonly failed: readonly string[];
}

/** What a process that runs tests is asked for. */
export type Request =
  | { readonly type: 'cover' }
  | { readonly type: 'try'; readonly id: number; readonly titles: readonly string[] };

/** Its answer. */
export type Answer =
  | { readonly type: 'covered'; readonly coverage: Coverage }
  | { readonly type: 'tried'; readonly id: number; readonly isNoticed: boolean };
