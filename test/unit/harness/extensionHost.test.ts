import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findExtensionHosts } from '../../support/extensionHost';

describe('Extension hosts', () => {
  // Linux usually has the list of other Unix systems, too.
  for (const list of process.platform === 'linux' ? (['linux', 'unix'] as const) : [undefined]) {
    it(`are found below this process by the list of ${list ?? 'the system'}`, async () => {
      const args = ['--eval', 'console.log(process.stdin.resume())', '--', '--type=extensionHost'];
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      try {
        assert.deepEqual(await findExtensionHosts(list), [child.pid]);
      } finally {
        child.kill();
        await once(child, 'exit');
      }
    });
  }
});
