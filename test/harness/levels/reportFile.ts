import { readFile, writeFile } from 'node:fs/promises';
import type { Report } from './report';

/** The environment variable that names the file for the report of the process that runs tests. */
export const reportFileVariable = 'VSCODE_TEST_REPORT_FILE';

/** Saves `report` for the parent process; does nothing if that didn't request it. */
export async function writeReport(report: Report): Promise<void> {
  const file = process.env[reportFileVariable];
  if (file !== undefined) await writeFile(file, JSON.stringify(report));
}

/** Reads the file of `writeReport`; undefined if the tests didn't finish. */
export async function readReport(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Written by `writeReport` of the same build: it can be trusted.
  return text === undefined ? undefined : (JSON.parse(text) as Report);
}
