import { stripVTControlCharacters as plain } from 'node:util';
import Mocha from 'mocha';
import { type Failure, grepVariable, type Report } from './report';

/** Runs the mocha tests in `files` (absolute paths); rejects when one of them cannot be loaded. */
export async function runMocha(
  files: readonly string[],
  timeoutMs: number,
  rootHooks: Mocha.RootHookObject = {},
): Promise<Report> {
  const grep = process.env[grepVariable];
  const mocha = new Mocha({
    reporter: SuiteReporter,
    timeout: timeoutMs,
    rootHooks,
    // One forgotten `.only` would silently switch all other tests off.
    forbidOnly: true,
    ...(grep ? { grep } : {}),
  });
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  return new Promise((resolve) => {
    const failures: Failure[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures.length, skipped: pending, failures });
    });
    runner.on('fail', (test: Mocha.Runnable, error: Error) => {
      failures.push({
        title: test.titlePath().join(' › '),
        stack: plain(error.stack ?? String(error)),
      });
    });
  });
}

/** One line for each outermost suite: enough to see what runs; the failures stand in the report. */
class SuiteReporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    let passed = 0;
    let failed = 0;
    runner.on('pass', () => passed++);
    runner.on('fail', () => failed++);
    runner.on('suite end', (suite) => {
      if (!suite.parent?.root) return;
      console.log(`  ${failed === 0 ? '✓' : '✗'} ${suite.title} (${passed}/${passed + failed})`);
      passed = failed = 0;
    });
  }
}
