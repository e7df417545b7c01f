import { availableParallelism } from 'node:os';
import { failedAltogether, joinReports, type Level, type Print, type Share } from './level';
import { type Durations, longestFirst, readDurations, writeDurations } from './durations';
import { runInPool } from './pool';
import { repeatFailed, type ShareRun } from './repeatFailed';
import type { Report } from './report';

const processors = Math.max(2, availableParallelism());

/** How many shares run in parallel. The laws use what the others leave. */
const poolSizes = { computing: processors + 1, waiting: processors };

/** A level as it ran. */
interface Outcome {
  readonly level: Level;
  readonly runs: readonly TimedRun[];
}

interface TimedRun extends ShareRun {
  readonly ms: number;
}

/**
 * Runs all levels, even if one fails, and prints the counts of each level, and of all in a last line.
 * Quick levels come first, and those that wait for an editor follow, the shares that took longest first. Those of
 * the background run beside both. `prepare` provides what the others need, beside the quick levels, because it mostly
 * downloads. Returns the exit code, 0 if nothing failed.
 *
 * A level without a test is a failure, unless only certain titles were requested (`selected`):
 * then one test in any of the levels is enough.
 */
export async function runLevels(
  levels: readonly Level[],
  selected: boolean,
  prepare: () => Promise<void>,
): Promise<0 | 1> {
  const ofPace = (pace: Level['pace']): Level[] => levels.filter((level) => level.pace === pace);
  const waiting = ofPace('waiting');
  const { computing } = poolSizes;
  const prepared = waiting.length > 0 ? prepare() : Promise.resolve();
  const background = prepared.then(() => runBesideEachOther(ofPace('background'), computing, {}));
  // What fails is thrown once the quick levels are reported.
  background.catch(() => undefined);
  const durations = await readDurations();
  const quick = await runBesideEachOther(ofPace(undefined), computing, durations);
  const reports = await report(quick, selected);
  await prepared;
  const beside = await Promise.all([
    background,
    runBesideEachOther(waiting, poolSizes.waiting, durations),
  ]);
  // Repeated tests run alone, once everything else ended.
  reports.push(...(await report(beside.flat(), selected)));
  if (!selected) await writeDurations(toDurations([quick, ...beside].flat()));
  const { passed, failed } = joinReports(reports);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** Prints the counts of each level, and returns its report with those of its repeated tests. */
async function report(outcomes: readonly Outcome[], selected: boolean): Promise<Report[]> {
  const reports: Report[] = [];
  for (const { level, runs } of outcomes) {
    const ran = level.repeats
      ? await repeatFailed(runs, (text) => process.stdout.write(`\n${text}`))
      : joinReports(runs.map((run) => run.report));
    const counted = demandTests(level.name, ran, selected);
    printOutcome(level.name, counted, sumOf(runs));
    reports.push(counted);
  }
  return reports;
}

/** The output of a share is kept until it ends, so that it isn't mixed with others. */
async function runBesideEachOther(
  levels: readonly Level[],
  poolSize: number,
  durations: Durations,
): Promise<Outcome[]> {
  const outcomes = levels.map((level) => ({ level, runs: [] as TimedRun[] }));
  const all = outcomes.flatMap((outcome) =>
    outcome.level.shares.map((share) => ({ outcome, share })),
  );
  const ordered = longestFirst(
    all,
    ({ outcome, share }) => nameOf(outcome.level, share),
    durations,
  );
  const tasks = ordered.map(({ outcome, share }) => async () => {
    const start = performance.now();
    const lines: string[] = [];
    const name = nameOf(outcome.level, share);
    const report = await runSafely(name, share, (text) => lines.push(text));
    const ms = report.durationMs ?? performance.now() - start;
    const printed = lines.join('');
    outcome.runs.push({ share, report, printed, ms });
    if (lines.length > 0) process.stdout.write(`\n── ${name} (${toSeconds(ms)})\n${printed}`);
  });
  await runInPool(tasks, poolSize);
  return outcomes;
}

function toDurations(outcomes: readonly Outcome[]): Durations {
  return Object.fromEntries(
    outcomes.flatMap(({ level, runs }) =>
      runs.map(({ share, ms }) => [nameOf(level, share), Math.round(ms)]),
    ),
  );
}

function nameOf({ name }: Level, { title }: Share): string {
  return [name, title].filter(Boolean).join(' ');
}

function sumOf(runs: readonly TimedRun[]): number {
  return runs.reduce((sum, { ms }) => sum + ms, 0);
}

async function runSafely(name: string, share: Share, print: Print): Promise<Report> {
  try {
    return await share.run(print);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return failedAltogether(name, stack);
  }
}

function demandTests(name: string, report: Report, selected: boolean): Report {
  if (selected || report.passed + report.failed > 0) return report;
  return failedAltogether(name, 'Not one test ran.');
}

function printOutcome(
  name: string,
  { passed, failed, skipped, failures }: Report,
  ms: number,
): void {
  const tests = [`${passed + failed} tests`, `${failed} failed`, `${skipped} skipped`].join(', ');
  console.log(`\n── ${name}: ${tests} (${toSeconds(ms)})`);
  for (const { title, stack } of failures) {
    console.log(`\n  ✗ ${title}\n\n${stack.replaceAll(/^/gm, '    ')}\n`);
  }
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
