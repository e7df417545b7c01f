import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../system/paths';
import { failedAltogether, type Level } from './level';
import type { Report } from './report';

/**
 * A tool that checks the whole project, named like its script in package.json; it counts as one test.
 * It starts immediately: these tools are fast, and together take only as long as the slowest.
 */
export function startTool(name: string, script: string): Level {
  const report = runScript(script);
  return { name, shares: [{ title: '', run: () => report }] };
}

function runScript(script: string): Promise<Report> {
  const command = scripts()[script];
  if (command === undefined) throw new Error(`package.json has no script "${script}".`);
  const binaries = path.join(root, 'node_modules/.bin');
  const PATH = `${binaries}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const start = performance.now();
  return new Promise((resolve) => {
    exec(command, { cwd: root, env: { ...process.env, PATH } }, (error, stdout, stderr) => {
      const report =
        error === null
          ? { passed: 1, failed: 0, skipped: 0, failures: [] }
          : failedAltogether(command, `${stdout}${stderr}`.trim() || error.message);
      resolve({ ...report, durationMs: performance.now() - start });
    });
  });
}

function scripts(): Record<string, string | undefined> {
  const manifest = readFileSync(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { scripts: Record<string, string> }).scripts;
}
