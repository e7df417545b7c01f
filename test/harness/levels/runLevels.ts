import { availableParallelism } from 'node:os';
import { failedAltogether, joinReports, type Level, type Print, type Share } from './level';
import { runInPool } from './pool';
import type { Report } from './report';

const processors = Math.max(2, availableParallelism());

/** How many shares run in parallel: while one waits for an editor, another can use its processor. */
const poolSizes = { computing: processors, waiting: processors + 1 };

/** The outcome of a level. */
interface Outcome {
  readonly name: string;
  readonly report: Report;
  readonly ms: number;
}

/**
 * Runs all levels, even if one fails, and prints the counts of each level, and of all in a last line.
 * Shares start in the levels' order and run in parallel; those of the background run beside the levels
 * that wait for an editor. `prepare` provides what these need, beside the quick levels, because it
 * mostly downloads. Returns the exit code, 0 if nothing failed.
 *
 * A level without a test is a failure, unless only certain titles were requested (`selected`):
 * then one test in any of the levels is enough.
 */
export async function runLevels(
  levels: readonly Level[],
  selected: boolean,
  prepare: () => Promise<void>,
): Promise<0 | 1> {
  const quick = levels.filter(({ pace }) => pace === undefined);
  const waiting = levels.filter(({ pace }) => pace === 'waiting');
  const background = levels.filter(({ pace }) => pace === 'background');
  const { computing } = poolSizes;
  const prepared = waiting.length > 0 ? prepare() : Promise.resolve();
  // What fails is thrown once the quick levels are reported.
  prepared.catch(() => undefined);
  const reports = await runAndPrint(quick, selected, computing);
  await prepared;
  const beside = await Promise.all([
    runAndPrint(background, selected, computing),
    runAndPrint(waiting, selected, poolSizes.waiting),
  ]);
  reports.push(...beside.flat());
  const { passed, failed } = joinReports(reports);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function runAndPrint(
  levels: readonly Level[],
  selected: boolean,
  poolSize: number,
): Promise<Report[]> {
  const outcomes = await runBesideEachOther(levels, poolSize);
  return outcomes.map((outcome) => {
    const report = demandTests(outcome, selected);
    printOutcome({ ...outcome, report });
    return report;
  });
}

/** The output of a share is kept until it ends, so that it isn't mixed with others. */
async function runBesideEachOther(levels: readonly Level[], poolSize: number): Promise<Outcome[]> {
  const running = levels.map(({ name }) => ({ name, reports: [] as Report[], ms: 0 }));
  const tasks = levels.flatMap(({ name, shares }, index) =>
    shares.map((share) => async () => {
      const start = performance.now();
      const lines: string[] = [];
      const report = await runSafely(name, share, (text) => lines.push(text));
      const ms = report.durationMs ?? performance.now() - start;
      const level = running[index];
      level?.reports.push(report);
      if (level) level.ms += ms;
      if (lines.length === 0) return;
      console.log(`\n── ${[name, share.title].filter(Boolean).join(' ')} (${toSeconds(ms)})`);
      process.stdout.write(lines.join(''));
    }),
  );
  await runInPool(tasks, poolSize);
  return running.map(({ name, reports, ms }) => ({ name, report: joinReports(reports), ms }));
}

async function runSafely(name: string, share: Share, print: Print): Promise<Report> {
  try {
    return await share.run(print);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return failedAltogether([name, share.title].filter(Boolean).join(' '), stack);
  }
}

function demandTests({ name, report }: Outcome, selected: boolean): Report {
  if (selected || report.passed + report.failed > 0) return report;
  return failedAltogether(name, 'Not one test ran.');
}

function printOutcome({ name, report, ms }: Outcome): void {
  const { passed, failed, skipped, failures } = report;
  const tests = [`${passed + failed} tests`, `${failed} failed`, `${skipped} skipped`].join(', ');
  console.log(`\n── ${name}: ${tests} (${toSeconds(ms)})`);
  for (const { title, stack } of failures) {
    console.log(`\n  ✗ ${title}\n\n${stack.replaceAll(/^/gm, '    ')}\n`);
  }
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
