import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { out, root } from '../system/paths';
import { makeTemporaryFolder } from '../system/temporaryFolder';
import { failedAltogether, type Share } from './level';
import { readReport, reportFileVariable } from './reportFile';
import { toSourcePlaces } from './sourcePlaces';

/** With Node's own limit of 16 MB for new objects, collecting garbage took the laws a fifth of their time. */
const youngMemory = '--max-semi-space-size=64';

/**
 * A share that a script of the harness runs in a Node.js process of its own, with the usual priority
 * or another of the system's.
 */
export function childShare(
  title: string,
  script: string,
  args: readonly string[],
  priority: number = constants.priority.PRIORITY_NORMAL,
): Share {
  return {
    title,
    async run(print) {
      const folder = makeTemporaryFolder('report');
      const file = path.join(folder.path, 'report.json');
      const child = spawn(
        process.execPath,
        [youngMemory, path.join(out, 'test/harness', script), ...args],
        {
          cwd: root,
          stdio: 'pipe',
          env: {
            ...process.env,
            [reportFileVariable]: file,
          },
        },
      );
      if (child.pid !== undefined) setPriority(child.pid, priority);
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', print);
      }
      const [code] = await once(child, 'close');
      const report = await readReport(file);
      folder.remove();
      const name = [script, ...args].join(' ');
      if (!report) return failedAltogether(name, `It ended early, with exit code ${code}.`);
      // A clean report from a failed process can't be trusted.
      const failures = report.failures.map((each) => ({
        ...each,
        stack: toSourcePlaces(each.stack),
      }));
      if (code === 0 || report.failed > 0) return { ...report, failures };
      const failure = { title: name, stack: `It reported no failure and ended with code ${code}.` };
      return { ...report, failed: 1, failures: [failure] };
    },
  };
}
