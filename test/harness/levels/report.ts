import { readFile, writeFile } from 'node:fs/promises';

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

/** The environment variable that names the file for the report of the process that runs tests. */
export const reportFileVariable = 'VSCODE_TEST_REPORT_FILE';

/** The environment variable with what titles must match for a test to run; all run where it is empty. */
export const grepVariable = 'VSCODE_TEST_GREP';

/** Leaves `report` for the process that started this one; does nothing where none asked for it. */
export async function writeReport(report: Report): Promise<void> {
  const file = process.env[reportFileVariable];
  if (file !== undefined) await writeFile(file, JSON.stringify(report));
}

/** Reads what `writeReport` left; undefined where the tests did not come to an end. */
export async function readReport(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Written by `writeReport` of the same build: nothing to be wary of.
  return text === undefined ? undefined : (JSON.parse(text) as Report);
}
