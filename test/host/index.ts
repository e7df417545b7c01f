import path from 'node:path';
import { hostTestMs } from '../harness/levels/report';
import { writeReport } from '../harness/levels/reportFile';
import { runMocha } from '../harness/levels/runMocha';
import { markConsole } from '../harness/levels/testConsole';

/**
 * Called by VS Code in its extension host: runs the tests, which are built into one file, and rejects when one of
 * them fails.
 */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  markConsole();
  const report = await runMocha([path.join(__dirname, 'tests.js')], hostTestMs);
  await writeReport(report);
  if (report.failed > 0) throw new Error(`${report.failed} tests failed.`);
}
