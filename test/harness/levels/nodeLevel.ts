import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { out, root } from '../system/paths';
import { makeTemporaryFolder } from '../system/temporaryFolder';
import { failedAltogether, type Level } from './level';
import { readReport, reportFileVariable } from './reportFile';

/** The mocha tests of `test/<name>/`, run in a Node.js process of their own. */
export function nodeLevel(name: string, timeoutMs: number): Level {
  return {
    name,
    async run() {
      const folder = makeTemporaryFolder('report');
      const file = path.join(folder.path, 'report.json');
      const script = path.join(out, 'test/harness/runLevel.mjs');
      const child = spawn(
        process.execPath,
        ['--enable-source-maps', script, name, String(timeoutMs)],
        {
          cwd: root,
          stdio: ['pipe', 'inherit', 'inherit'],
          env: { ...process.env, [reportFileVariable]: file },
        },
      );
      const [code] = await once(child, 'exit');
      const report = await readReport(file);
      folder.remove();
      return report ?? failedAltogether(name, `The tests ended early, with exit code ${code}.`);
    },
  };
}
