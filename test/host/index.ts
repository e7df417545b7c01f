import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { writeReport } from '../harness/levels/report';
import { runMocha } from '../harness/levels/runMocha';
import { markConsole } from '../harness/levels/testConsole';

/** How long one test may take, in milliseconds. */
const timeoutMs = 20_000;

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
    timeoutMs,
  );
  await writeReport(report);
  if (report.failed > 0) throw new Error(`${report.failed} tests failed.`);
}
