import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { randomHex } from '../../src/base/random';
import { StorageFolder } from '../../src/ui/editor/storage/storageFolder';
import { eventually } from '../support/eventually';
import { temporary } from '../support/host/hostWindow';

const name = 'tree.json';

/** A file system that fails after this number of steps; some calls of the editor have several. */
function endingAfter(steps: number): vscode.FileSystem {
  const files = vscode.workspace.fs;
  let left = steps;
  const step = async <T>(action: () => Thenable<T>): Promise<T> => {
    left -= 1;
    if (left < 0) throw new Error('The window has ended.');
    return action();
  };
  return {
    ...files,
    async writeFile(uri, content) {
      await step(() => files.writeFile(uri, content.slice(0, content.length / 2)));
      await step(() => files.writeFile(uri, content));
    },
    async rename(source, target) {
      await step(() => Promise.resolve(files.delete(target)).catch(() => undefined));
      await step(() => files.rename(source, target));
    },
  };
}

describe('a folder of stored files', () => {
  let uri: vscode.Uri;
  let folder: StorageFolder;

  beforeEach(async () => {
    uri = vscode.Uri.joinPath(temporary(), `storage-${randomHex(4)}`);
    await vscode.workspace.fs.createDirectory(uri);
    folder = new StorageFolder(uri);
  });

  afterEach(() => vscode.workspace.fs.delete(uri, { recursive: true }));

  async function names(): Promise<readonly string[]> {
    return (await vscode.workspace.fs.readDirectory(uri)).map(([each]) => each);
  }

  /** Interrupts a write at each of its steps, once per folder, and returns what is read afterwards. */
  async function readAfterEveryEnd(before?: string): Promise<readonly (string | undefined)[]> {
    const read = [];
    let isWritten = false;
    for (let steps = 0; !isWritten; steps += 1) {
      await folder.remove(name);
      if (before !== undefined) await folder.write(name, before);
      isWritten = await new StorageFolder(uri, endingAfter(steps)).write(name, 'new').then(
        () => true,
        () => false,
      );
      read.push(await new StorageFolder(uri).read(name));
    }
    return read;
  }

  it('contains the old text or the new one, whenever a writing window closes', async () => {
    const read = await readAfterEveryEnd('old');
    assert.deepEqual(read, ['old', 'old', 'old', 'old', 'old', 'new', 'new']);
  });

  it('contains its whole first text or nothing, whenever a writing window closes', async () => {
    const read = await readAfterEveryEnd();
    const nothing = undefined;
    assert.deepEqual(read, [nothing, nothing, nothing, nothing, 'new', 'new', 'new']);
  });

  it('keeps the result of a window that closed, even if the next one closes as well', async () => {
    await folder.write(name, 'old');
    await assert.rejects(new StorageFolder(uri, endingAfter(5)).write(name, 'first'));
    assert.notEqual(await folder.version(name), undefined);
    assert.equal(await folder.read(name), 'first');
    await assert.rejects(new StorageFolder(uri, endingAfter(3)).write(name, 'second'));
    assert.equal(await folder.read(name), 'first');
  });

  it('uses the newest result of windows that closed', async () => {
    for (const text of ['first', 'second']) {
      await assert.rejects(new StorageFolder(uri, endingAfter(5)).write(name, text));
      const written = Date.now();
      await eventually(() => assert.notEqual(Date.now(), written));
    }
    assert.equal(await folder.read(name), 'second');
  });

  it('removes old leftovers of closed windows, but none of a window that may still be writing', async () => {
    for (const steps of [1, 3, 5]) {
      const ending = new StorageFolder(uri, endingAfter(steps));
      await assert.rejects(ending.write(name, 'left'));
    }
    await folder.write(name, 'soon after');
    const left = await names();
    assert.ok(left.some((each) => each.endsWith('.part')));
    assert.ok(left.some((each) => each.endsWith('.whole')));
    const files = vscode.workspace.fs;
    const later: vscode.FileSystem = {
      ...files,
      stat: async (file) => ({ ...(await files.stat(file)), mtime: Date.now() - 61_000 }),
    };
    await new StorageFolder(uri, later).write(name, 'long after');
    assert.deepEqual(await names(), [name]);
    assert.equal(await folder.read(name), 'long after');
  });

  it('leaves nothing under the old name of a moved file', async () => {
    await assert.rejects(new StorageFolder(uri, endingAfter(4)).write(name, 'before'));
    await folder.write(name, 'old');
    await folder.moveAway(name, `${name}.broken-1`);
    assert.equal(await folder.read(name), undefined);
    assert.equal(await folder.read(`${name}.broken-1`), 'old');
    assert.deepEqual(await names(), [`${name}.broken-1`]);
    await assert.rejects(new StorageFolder(uri, endingAfter(5)).write(name, 'not in its place'));
    await folder.moveAway(name, `${name}.broken-2`);
    assert.equal(await folder.read(`${name}.broken-2`), 'not in its place');
    assert.deepEqual((await names()).toSorted(), [`${name}.broken-1`, `${name}.broken-2`]);
  });

  it('contains a whole text when several windows write at once', async () => {
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(10_000));
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(texts.map((text) => new StorageFolder(uri).write(name, text)));
      assert.ok(texts.includes((await folder.read(name)) ?? ''));
      assert.deepEqual(await names(), [name]);
    }
  });

  it('distinguishes versions', async () => {
    assert.equal(await folder.version(name), undefined);
    await folder.write(name, 'one');
    const first = await folder.version(name);
    await folder.write(name, 'three');
    assert.notEqual(await folder.version(name), first);
  });

  it('removes a file and its unfinished writes, but no other file', async () => {
    for (const steps of [1, 3, 4, 6]) {
      const ending = new StorageFolder(uri, endingAfter(steps));
      await ending.write(name, 'new').catch(() => undefined);
    }
    for (const other of ['tree.json.broken-1', 'index.json', 'tree.jsonc']) {
      await folder.write(other, 'other');
    }
    assert.ok((await names()).length > 4);
    await folder.remove(name);
    assert.deepEqual((await names()).toSorted(), [
      'index.json',
      'tree.json.broken-1',
      'tree.jsonc',
    ]);
    assert.equal(await folder.read(name), undefined);
  });
});
