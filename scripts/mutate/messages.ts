/** A test that ran the code of mutants, without any of them switched on. */
export interface CoveredTest {
  /** Its full title. */
  readonly title: string;
  /** Its built file. */
  readonly file: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** The mutants whose code it ran, its hooks included. */
  readonly ids: readonly number[];
}

/** What the tests of a process ran. */
export interface Coverage {
  readonly tests: readonly CoveredTest[];
  /** The mutants whose code ran while the files were loaded. */
  readonly loaded: readonly number[];
  /** The full titles of tests that failed although nothing was changed; they prove nothing. */
  readonly failed: readonly string[];
}

/** A test to run, and its usual duration. */
export type ChosenTest = Pick<CoveredTest, 'title' | 'ms'>;

/** A request to a process that runs tests. */
export type Request =
  | { readonly type: 'cover' }
  | { readonly type: 'try'; readonly id: number; readonly tests: readonly ChosenTest[] };

/** The outcome of a mutant: the title of the failed test, if any. */
export interface Tried {
  readonly type: 'tried';
  readonly failed?: string | undefined;
  /** Whether the mutant's code was run at all: what is computed once may have been kept. */
  readonly isReached: boolean;
  /** Whether a test waited in vain for something that may still happen. */
  readonly isLate: boolean;
}

/** Its answer. */
export type Answer = { readonly type: 'covered'; readonly coverage: Coverage } | Tried;
