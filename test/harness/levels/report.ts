/** What came of a level's tests. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** How long it took, in milliseconds, where that is not how long it was waited for. */
  readonly durationMs?: number;
}

/** A test, or a hook, that failed. */
export interface Failure {
  /** The names of its suites and its own. */
  readonly title: string;
  /** The message and where it was thrown. */
  readonly stack: string;
}

/** The environment variable with what titles must match for a test to run; all run where it is empty. */
export const grepVariable = 'VSCODE_TEST_GREP';

/** The setting that says the same where tests run in a browser, which has no environment. */
export const grepSetting = 'serverManagementTests.grep';

/** How long one test in an extension host may take, in milliseconds. */
export const hostTestMs = 20_000;
