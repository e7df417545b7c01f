import type { Failure, Report } from './report';

/** How mocha runs, in Node and in a browser. */
export function mochaOptions(timeoutMs: number, print: (line: string) => void): Mocha.MochaOptions {
  return {
    reporter: suiteReporter(print),
    timeout: timeoutMs,
    // One forgotten `.only` would silently turn off all other tests.
    forbidOnly: true,
  };
}

/** Runs the loaded tests. */
export function runLoaded(mocha: Pick<Mocha, 'run'>): Promise<Report> {
  return new Promise((resolve) => {
    const failures: Failure[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures.length, skipped: pending, failures });
    });
    runner.on('fail', (test: Mocha.Hook | Mocha.Test, error: Error) => {
      failures.push({
        title: test.titlePath().join(' › '),
        stack: error.stack ?? String(error),
        isTest: test.type !== 'hook' || test.parent?.root === false,
      });
    });
  });
}

/** Prints one line per outermost suite with its duration; failures are in the report. */
function suiteReporter(print: (line: string) => void): Mocha.ReporterConstructor {
  function report(runner: Mocha.Runner): void {
    let passed = 0;
    let failed = 0;
    let start = performance.now();
    runner.on('pass', () => passed++);
    runner.on('fail', () => failed++);
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const counts = `${passed}/${passed + failed}, ${seconds} s`;
      print(`  ${failed === 0 ? '✓' : '✗'} ${suite.title} (${counts})`);
      passed = failed = 0;
      start = performance.now();
    });
  }
  // Mocha only needs to construct a reporter that has nothing to close.
  return report as unknown as Mocha.ReporterConstructor;
}
