import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { out } from '../system/paths';
import { joinReports, type Print, type Share } from './level';
import type { Again, Failure, Report } from './report';

/** A share's tests as they ran: their report, and what they printed. */
export interface ShareRun {
  readonly share: Share;
  readonly report: Report;
  readonly printed: string;
}

/** A run in which more fail isn't red by chance. */
const mostRepeated = 3;

/**
 * Runs each failed test of a level once more, alone. Those that pass then are counted as passed, and printed as
 * flaky with the place of both logs; nothing is repeated if more than three failed.
 */
export async function repeatFailed(runs: readonly ShareRun[], print: Print): Promise<Report> {
  const failures = runs.flatMap(({ report }) => report.failures);
  const reports: Report[] = [];
  for (const run of runs) {
    reports.push(failures.length > mostRepeated ? run.report : await repeatShare(run, print));
  }
  return joinReports(reports);
}

async function repeatShare(run: ShareRun, print: Print): Promise<Report> {
  let { report } = run;
  for (const failure of run.report.failures) {
    if (failure.again) report = await repeatOne(run, failure, failure.again, report, print);
  }
  return report;
}

/** The report of the share once `failure` got its second chance. */
async function repeatOne(
  { share, printed }: ShareRun,
  failure: Failure,
  again: Again,
  report: Report,
  print: Print,
): Promise<Report> {
  const lines: string[] = [];
  const second = await share.run((text) => lines.push(text), again.pattern);
  const isFlaky = second.failed === 0 && second.passed > 0;
  const logs = await keepLogs(failure, printed, [...lines, ...toStacks(second)].join(''));
  print(`${isFlaky ? 'flaky' : 'failed twice'}: ${failure.title} (logs in ${logs})\n`);
  if (!isFlaky) return report;
  return {
    ...report,
    passed: report.passed - again.passed + second.passed,
    failed: report.failed - 1,
    failures: report.failures.filter((each) => each !== failure),
  };
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
