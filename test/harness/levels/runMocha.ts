import { inspect, stripVTControlCharacters as plain } from 'node:util';
import Mocha from 'mocha';
import { mochaOptions, runLoaded } from './mochaRun';
import { type Failure, grepVariable, type Report } from './report';

/** Runs the mocha tests in `files` (absolute paths); rejects when one of them cannot be loaded. */
export async function runMocha(
  files: readonly string[],
  timeoutMs: number,
  rootHooks: Mocha.RootHookObject = {},
): Promise<Report> {
  const grep = process.env[grepVariable];
  const mocha = new Mocha({
    ...mochaOptions(timeoutMs, (line) => console.log(line)),
    rootHooks,
    ...(grep ? { grep } : {}),
  });
  for (const file of files) mocha.addFile(file);
  const unhandled = new Map<unknown, Failure>();
  // Mocha ignores them, and emits each once more.
  process.on('unhandledRejection', (reason, promise) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : inspect(reason);
    const title = 'a promise that was rejected, and that nothing awaits';
    unhandled.set(promise, { title, stack, isTest: true });
  });
  await mocha.loadFilesAsync();
  const report = await runLoaded(mocha);
  const failures = [...report.failures, ...unhandled.values()];
  return {
    ...report,
    failed: failures.length,
    failures: failures.map((each) => ({ ...each, stack: plain(each.stack) })),
  };
}
