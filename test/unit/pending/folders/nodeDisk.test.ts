import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeDisk } from '../../../../src/pending/folders/nodeDisk';

describe('A folder of this machine', () => {
  let outside: string;
  let folder: string;
  let disk: NodeDisk;

  beforeEach(function () {
    // Making a link takes a privilege there.
    if (process.platform === 'win32') this.skip();
    outside = mkdtempSync(path.join(tmpdir(), 'node-disk-'));
    folder = path.join(outside, 'folder');
    mkdirSync(path.join(folder, '.git'), { recursive: true });
    mkdirSync(path.join(folder, 'servers', 'node_modules'), { recursive: true });
    writeFileSync(path.join(folder, 'servers', 'a.json'), 'inside');
    for (const name of ['.gitattributes', '.git/config', 'servers/.gitattributes']) {
      writeFileSync(path.join(folder, name), 'hidden');
    }
    writeFileSync(path.join(outside, 'secret'), 'outside');
    symlinkSync('../../secret', path.join(folder, 'servers', 'link.json'));
    disk = new NodeDisk(folder);
  });

  afterEach(() => rmSync(outside, { recursive: true }));

  it('lists no hidden files but one of Git, and links as such', async () => {
    assert.deepEqual(await disk.list(), [
      { path: '.gitattributes', type: 'file' },
      { path: 'servers', type: 'folder' },
      { path: 'servers/a.json', type: 'file' },
      { path: 'servers/link.json', type: 'link' },
    ]);
  });

  it('is neither read nor written through a link', async () => {
    await assert.rejects(disk.read('servers/link.json', 1_000));
    await assert.rejects(disk.write('servers/link.json', Buffer.from('replaced')));
    assert.equal(readFileSync(path.join(outside, 'secret'), 'utf8'), 'outside');
  });

  it('is empty before it exists, unless it is another kind of file', async () => {
    assert.deepEqual(await new NodeDisk(path.join(outside, 'later')).list(), []);
    await assert.rejects(new NodeDisk(path.join(outside, 'secret')).list(), { code: 'ENOTDIR' });
  });

  it('has no large files, and new ones with their folders', async () => {
    assert.equal(await disk.read('servers/a.json', 5), undefined);
    await disk.write('new/folder/b.json', Buffer.from('written'));
    assert.equal(String(await disk.read('new/folder/b.json', 7)), 'written');
    await disk.delete('new/folder/b.json');
    await assert.rejects(disk.read('new/folder/b.json', 7));
  });
});
