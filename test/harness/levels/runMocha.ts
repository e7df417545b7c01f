import { stripVTControlCharacters as plain } from 'node:util';
import Mocha from 'mocha';
import { mochaOptions, runLoaded } from './mochaRun';
import { grepVariable, type Report } from './report';

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
  await mocha.loadFilesAsync();
  const report = await runLoaded(mocha);
  const failures = report.failures.map((each) => ({ ...each, stack: plain(each.stack) }));
  return { ...report, failures };
}
