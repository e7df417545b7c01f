import type { Failure, Report } from './report';

/** How mocha runs, in Node and in a browser. */
export function mochaOptions(timeoutMs: number, print: (line: string) => void): Mocha.MochaOptions {
  return {
    reporter: suiteReporter(print),
    timeout: timeoutMs,
    // One forgotten `.only` would silently switch all other tests off.
    forbidOnly: true,
  };
}

/** Runs the tests that are loaded. */
export function runLoaded(mocha: Pick<Mocha, 'run'>): Promise<Report> {
  return new Promise((resolve) => {
    const failures: Failure[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures.length, skipped: pending, failures });
    });
    runner.on('fail', (test: Mocha.Runnable, error: Error) => {
      failures.push({ title: test.titlePath().join(' › '), stack: error.stack ?? String(error) });
    });
  });
}

/** One line for each outermost suite: enough to see what runs; the failures stand in the report. */
function suiteReporter(print: (line: string) => void): Mocha.ReporterConstructor {
  function report(runner: Mocha.Runner): void {
    let passed = 0;
    let failed = 0;
    runner.on('pass', () => passed++);
    runner.on('fail', () => failed++);
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      print(`  ${failed === 0 ? '✓' : '✗'} ${suite.title} (${passed}/${passed + failed})`);
      passed = failed = 0;
    });
  }
  // All that mocha asks of a reporter that has nothing to close is to be called with `new`.
  return report as unknown as Mocha.ReporterConstructor;
}
