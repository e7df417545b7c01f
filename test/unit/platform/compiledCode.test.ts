import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import { createCompiledRequire } from '../../../src/platform/compiledCode';
import { eventually } from '../../support/eventually';

describe('Compiled code', () => {
  let folder: TemporaryFolder;
  let code: string;
  let compiled: string;
  let waiting: (() => void)[];

  beforeEach(() => {
    folder = makeTemporaryFolder('compiled');
    code = path.join(folder.path, 'dist');
    compiled = path.join(folder.path, 'storage', 'compiled');
    mkdirSync(code);
    waiting = [];
  });

  afterEach(() => folder.remove());

  function add(name: string, text: string): void {
    writeFileSync(path.join(code, name), text);
  }

  /** What a new window loads with. */
  function open(): (name: string) => unknown {
    const host = (name: string): unknown => `the host's ${name}`;
    return createCompiledRequire(host, { code, compiled }, (ms, callback) => {
      assert.equal(ms, 5_000);
      waiting.push(callback);
    });
  }

  /** Loads a file in a new window and returns its value, after it has stored as many files as it should. */
  async function loadIn(name: string, stores: readonly string[]): Promise<unknown> {
    const value = open()(name);
    assert.equal(waiting.length, stores.length);
    for (const each of stores) rmSync(path.join(compiled, each), { force: true });
    for (const callback of waiting.splice(0)) callback();
    await eventually(() => {
      const stored = readdirSync(folder.path, { recursive: true }).map(String);
      for (const each of stores) assert.ok(stored.includes(path.join('storage/compiled', each)));
    });
    return value;
  }

  it('is stored by the first window and used by the next one', async () => {
    add('main.js', 'exports.value = 42;');
    assert.deepEqual(await loadIn('./main.js', ['main.js']), { value: 42 });
    assert.deepEqual(await loadIn('./main.js', []), { value: 42 });
  });

  it('is stored for every file that another one requires, and what they export is shared', async () => {
    add('part.js', 'module.exports = { list: [] };');
    add(
      'main.js',
      "require('./part.js').list.push(require('vscode')); exports.part = require('./part.js');",
    );
    const expected = { part: { list: ["the host's vscode"] } };
    assert.deepEqual(await loadIn('./main.js', ['main.js', 'part.js']), expected);
    assert.deepEqual(await loadIn('./main.js', []), expected);
  });

  it('is stored completely if a small file is stored while a large one is being written', async () => {
    add('large.js', `exports.text = '${'x'.repeat(20_000_000)}';`);
    const smalls = Array.from({ length: 9 }, (_, index) => `small${index}.js`);
    for (const small of smalls) add(small, '');
    const all = ['large.js', ...smalls];
    add('main.js', all.map((name) => `require('./${name}');`).join('\n'));
    await loadIn('./main.js', ['main.js', ...all]);
    await loadIn('./main.js', []);
  });

  it('runs a file once', () => {
    add('main.js', 'exports.at = {};');
    const require = open();
    assert.equal(require('./main.js'), require('./main.js'));
  });

  it("isn't used for other code of the same length", async () => {
    add('main.js', 'exports.value = () => 42;');
    await loadIn('./main.js', ['main.js']);
    add('main.js', 'exports.value = () => 43;');
    const loaded = (await loadIn('./main.js', ['main.js'])) as { value: () => number };
    assert.equal(loaded.value(), 43);
  });

  for (const [title, damage] of [
    ['damaged', (bytes: Buffer) => bytes.fill(7, bytes.length / 2)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
  ] as const) {
    it(`is replaced if it is ${title}`, async () => {
      add('main.js', 'exports.value = 42;');
      await loadIn('./main.js', ['main.js']);
      const file = path.join(compiled, 'main.js');
      writeFileSync(file, damage(readFileSync(file)));
      assert.deepEqual(await loadIn('./main.js', ['main.js']), { value: 42 });
      assert.deepEqual(await loadIn('./main.js', []), { value: 42 });
    });
  }

  it('is replaced if V8 rejects it, as it does if it runs with other options', async () => {
    const source = 'exports.value = 42;';
    add('main.js', source);
    const other = Buffer.from('compiled with other options');
    const digest = createHash('sha256')
      .update(process.versions.v8 + source)
      .update(other)
      .digest();
    mkdirSync(compiled, { recursive: true });
    writeFileSync(path.join(compiled, 'main.js'), Buffer.concat([digest, other]));
    assert.deepEqual(await loadIn('./main.js', ['main.js']), { value: 42 });
    assert.deepEqual(await loadIn('./main.js', []), { value: 42 });
  });

  it('is removed once the extension no longer has the file', async () => {
    add('old.js', '');
    await loadIn('./old.js', ['old.js']);
    rmSync(path.join(code, 'old.js'));
    add('new.js', '');
    await loadIn('./new.js', ['new.js']);
    await eventually(() => assert.deepEqual(readdirSync(compiled), ['new.js']));
  });

  it("isn't stored if everything stored was removed meanwhile", async () => {
    add('main.js', '');
    const removed = path.dirname(compiled);
    mkdirSync(removed);
    open()('./main.js');
    rmSync(removed, { recursive: true });
    for (const callback of waiting.splice(0)) callback();
    // What is stored elsewhere afterwards shows when it would have been stored.
    compiled = path.join(folder.path, 'other', 'compiled');
    open()('./main.js');
    for (const callback of waiting.splice(0)) callback();
    await eventually(() => assert.deepEqual(readdirSync(compiled), ['main.js']));
    assert.ok(!existsSync(removed));
  });

  it("needn't be stored for the extension to work", async () => {
    add('main.js', 'exports.value = 42;');
    writeFileSync(path.join(folder.path, 'storage'), 'A file where there should be a folder.');
    assert.deepEqual(open()('./main.js'), { value: 42 });
    for (const callback of waiting.splice(0)) callback();
    assert.ok(statSync(path.join(folder.path, 'storage')).isFile());
  });

  it('throws what the file throws, at its place, and tries again next time', () => {
    add('main.js', "\nthrow new RangeError('too early');");
    const require = open();
    for (const _ of [1, 2]) {
      assert.throws(
        () => require('./main.js'),
        ({ name, stack }: Error) =>
          name === 'RangeError' && (stack ?? '').includes(`${path.join(code, 'main.js')}:2:7`),
      );
    }
    assert.equal(waiting.length, 0);
  });

  it('throws if the file is missing', () => {
    assert.throws(() => open()('./missing.js'), { code: 'ENOENT' });
  });
});
