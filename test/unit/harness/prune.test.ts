import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isUnneeded, prune } from '../../harness/system/prune';
import { makeTemporaryFolder } from '../../harness/system/temporaryFolder';

const machine = { platform: 'linux', arch: 'arm64' } as const;

describe('The kept parts of a download', () => {
  it("don't include files that only help to debug", () => {
    assert.deepEqual(
      ['main.js', 'main.js.map', 'conpty.pdb', 'map', 'sitemap.xml'].filter((name) =>
        isUnneeded(name, machine),
      ),
      ['main.js.map', 'conpty.pdb'],
    );
  });

  it("don't include files compiled for other platforms", () => {
    assert.deepEqual(
      ['linux-arm64', 'linux-x64', 'win32-arm64', 'darwin-universal', 'linux', 'x64'].filter(
        (name) => isUnneeded(name, machine),
      ),
      ['linux-x64', 'win32-arm64'],
    );
  });

  it('include everything else in all folders, except unused paths', async () => {
    const folder = makeTemporaryFolder('prune');
    const files = ['bin/node', 'include/node.h', 'lib/deep/a.js', 'lib/deep/a.js.map'];
    for (const file of files) {
      mkdirSync(path.join(folder.path, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), '');
    }
    await prune(folder.path, ['include', 'share']);
    const kept = files.filter((file) => existsSync(path.join(folder.path, file)));
    folder.remove();
    assert.deepEqual(kept, ['bin/node', 'lib/deep/a.js']);
  });
});
