import assert from 'node:assert/strict';
import { vscodeReleases, type VscodeRelease } from '../../harness/vscode/releases';
import { findServerNode } from '../../harness/vscode/serverNode';

const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['win32', 'arm64'],
] as const;

describe("The Node.js of VS Code's server", () => {
  for (const release of Object.keys(vscodeReleases) as VscodeRelease[]) {
    for (const [platform, arch] of platforms) {
      it(`of the ${release} release is found for ${platform} on ${arch}`, () => {
        const major = release === 'oldest' ? '22.' : '24.';
        const found = findServerNode(release, { platform, arch, nodeVersion: '20.19.0' });
        assert.ok(found);
        assert.ok(found.version.startsWith(major), found.version);
        const names = { linux: 'linux', darwin: 'darwin', win32: 'win' };
        assert.match(found.name, new RegExp(`^node-(bin-)?${names[platform]}-(x64|${arch})$`));
      });
    }
  }

  it('is the running one if it suffices, on any machine', () => {
    const odd = { platform: 'sunos', arch: 'sparc' };
    assert.equal(findServerNode('oldest', { ...odd, nodeVersion: '22.1.0' }), undefined);
    assert.equal(findServerNode('newest', { ...odd, nodeVersion: '26.0.0' }), undefined);
    assert.throws(() => findServerNode('newest', { ...odd, nodeVersion: '22.1.0' }), /sunos-sparc/);
  });
});
