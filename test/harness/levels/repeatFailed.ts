import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { out } from '../system/paths';
import { joinReports, type Print, type Share } from './level';
import type { Failure, Report } from './report';

/** A share's tests as they ran: their report, and what they printed. */
export interface ShareRun {
  readonly share: Share;
  readonly report: Report;
  readonly printed: string;
}

/** A run in which more files have failures isn't red by chance. */
const mostRepeated = 3;

/**
 * Runs each file with failed tests once more, alone: its tests build on each other, so that one chance failure takes
 * others with it. If all of it passes then, it counts as passed, and what failed is printed as flaky with the place
 * of both logs. Nothing is repeated if more than three files have failures.
 */
export async function repeatFailed(runs: readonly ShareRun[], print: Print): Promise<Report> {
  const failed = runs.filter(({ report }) => report.failures.length > 0);
  const reports: Report[] = [];
  for (const run of runs) {
    const isRepeated = failed.includes(run) && failed.length <= mostRepeated;
    reports.push(isRepeated ? await repeat(run, print) : run.report);
  }
  return joinReports(reports);
}

/** The report that counts after the second run. */
async function repeat({ share, report, printed }: ShareRun, print: Print): Promise<Report> {
  // A process that ended early isn't a test.
  if (report.failures.some(({ isTest }) => !isTest)) return report;
  const lines: string[] = [];
  const second = await share.run((text) => lines.push(text));
  const isFlaky = second.failed === 0 && second.passed > 0;
  for (const failure of report.failures) {
    const logs = await keepLogs(failure, printed, [...lines, ...toStacks(second)].join(''));
    print(`${isFlaky ? 'flaky' : 'failed twice'}: ${failure.title} (logs in ${logs})\n`);
  }
  return isFlaky ? second : report;
}

/** Writes what both runs of a test printed, and returns the folder's path. */
async function keepLogs(failure: Failure, first: string, second: string): Promise<string> {
  const folder = path.join(out, 'flaky', failure.title.replaceAll(/[^\w]+/g, '-').slice(0, 100));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'first.log'), `${first}\n${failure.stack}\n`);
  await writeFile(path.join(folder, 'second.log'), second);
  return folder;
}

function toStacks({ failures }: Report): string[] {
  return failures.map(({ title, stack }) => `${title}\n${stack}\n`);
}
