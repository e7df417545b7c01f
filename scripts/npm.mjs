import { spawn } from 'node:child_process';

/**
 * Runs npm with its output on our stderr, so that stdout only has the task's own output.
 * Prefers the npm that started this process: it may be the only one on the machine.
 *
 * @param {string} folder Where npm runs; its package.json is the one used.
 * @param {string[]} args
 * @returns {Promise<void>} Rejects if npm can't be started or ends with a code other than 0.
 */
export function runNpm(folder, args) {
  const script = process.env['npm_execpath'];
  const [command, ...before] = script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
  return new Promise((resolve, reject) => {
    spawn(command, [...before, ...args], {
      cwd: folder,
      stdio: ['ignore', process.stderr, process.stderr],
      // npm is a .cmd file on Windows, which only a shell can start.
      shell: process.platform === 'win32' && command === 'npm',
    })
      .once('error', reject)
      .once('exit', (code) =>
        code === 0
          ? resolve()
          : reject(new Error(`npm ${args.join(' ')} ended with code ${code} in ${folder}.`)),
      );
  });
}
