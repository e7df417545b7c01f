/** The outcome of a level's tests. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** The duration in milliseconds, if it differs from the waiting time. */
  readonly durationMs?: number;
}

/** A test, or a hook, that failed. */
export interface Failure {
  /** Its full title, with those of its suites. */
  readonly title: string;
  /** The message and its stack. */
  readonly stack: string;
  /** True if it's a test or a hook of a suite, not a whole process. */
  readonly isTest?: boolean;
}

/** The environment variable with the pattern for titles of tests to run; if empty, all run. */
export const grepVariable = 'VSCODE_TEST_GREP';

/** The corresponding setting for tests in a browser, which has no environment. */
export const grepSetting = 'serverManagementTests.grep';

/** How long one test in an extension host may take, in milliseconds: four times the longest on a busy machine. */
export const hostTestMs = 120_000;
