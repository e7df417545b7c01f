import { failedAltogether, type Level } from './level';
import type { Report } from './report';

/**
 * Runs the levels one after the other, whatever comes of each, and prints the counts: of each level, and in
 * one last line of all. Returns the exit code, 0 where nothing failed.
 *
 * A level without a test is a failure, unless only tests of a certain title were asked for (`selected`):
 * then one test in any of the levels is enough.
 */
export async function runLevels(levels: readonly Level[], selected: boolean): Promise<0 | 1> {
  let passed = 0;
  let failed = 0;
  for (const level of levels) {
    console.log(`\n── ${level.name}`);
    const start = performance.now();
    const report = demandTests(await runSafely(level), level.name, selected);
    printReport(report, report.durationMs ?? performance.now() - start);
    passed += report.passed;
    failed += report.failed;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function runSafely(level: Level): Promise<Report> {
  return level
    .run()
    .catch((error: unknown) =>
      failedAltogether(
        level.name,
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      ),
    );
}

function demandTests(report: Report, name: string, selected: boolean): Report {
  if (selected || report.passed + report.failed > 0) return report;
  return failedAltogether(name, 'Not one test ran.');
}

function printReport({ passed, failed, skipped, failures }: Report, ms: number): void {
  for (const { title, stack } of failures) {
    console.log(`\n  ✗ ${title}\n\n${stack.replaceAll(/^/gm, '    ')}\n`);
  }
  const tests = [`${passed + failed} tests`, `${failed} failed`, `${skipped} skipped`].join(', ');
  console.log(`   ${tests} (${(ms / 1000).toFixed(1)} s)`);
}
