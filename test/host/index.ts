import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hostTestMs } from '../harness/levels/report';
import { writeReport } from '../harness/levels/reportFile';
import { runMocha } from '../harness/levels/runMocha';
import { markConsole } from '../harness/levels/testConsole';

/**
 * Called by VS Code in its extension host: runs the test files that are built beside this one and rejects when
 * one of their tests fails.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  markConsole();
  const names = (await readdir(__dirname)).filter((name) => name.endsWith('.test.js')).sort();
  const report = await runMocha(
    names.map((name) => path.join(__dirname, name)),
    hostTestMs,
  );
  await writeReport(report);
  if (report.failed > 0) throw new Error(`${report.failed} tests failed.`);
}
