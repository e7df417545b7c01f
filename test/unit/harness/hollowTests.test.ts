import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sourceFiles } from '../../support/imports';
import { titlesIn } from '../../support/testTitles';

describe('A test', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'titles-'));
  });

  after(() => rmSync(folder, { recursive: true }));

  /** The titles that count as proofs in a test file with this text. */
  function proofsIn(text: string): string[] {
    const file = path.join(folder, 'some.test.ts');
    writeFileSync(file, text);
    return [...(titlesIn([file]).proofs.get(file) ?? [])];
  }

  it('proves something if its function asserts, itself or by a helper', () => {
    writeFileSync(
      path.join(folder, 'helpers.ts'),
      `import assert from 'node:assert/strict';
      export function assertFine(x) { deeper(x); }
      function deeper(x) { assert.ok(x); }
      export class World { check() { assert.ok(true); } }
      export function arrange() { return new World(); }`,
    );
    const text = `import assert from 'node:assert/strict';
import { arrange, assertFine } from './helpers';
      describe('x', () => {
        it('itself', () => assert.ok(1));
        it(\`for \${each}\`, async () => { for (const x of [1]) assert.ok(x); });
        it("a helper", () => { assertFine(1); });
        it('handed over', () => [1].forEach(assertFine));
        it('a method', () => { const world = arrange(); world.check(); });
        law('a law', { runs: 1 }, fc.property(input, (x) => { assert.ok(x); }));
        law('a verdict', { runs: 1 }, fc.property(input, (x) => isFine(x)));
        it('on some systems', function () { if (isWindows) this.skip(); assert.ok(1); });
      });`;
    assert.deepEqual(proofsIn(text), [
      'itself',
      'for ${each}',
      'a helper',
      'handed over',
      'a method',
      'a law',
      'a verdict',
      'on some systems',
    ]);
  });

  it('proves nothing if it is empty, skipped, or only mentions assertions', () => {
    const text = `import assert from 'node:assert/strict';
import { arrange } from './helpers';
      // it('in a comment', () => assert.ok(1));
      it('empty', () => {});
      it('pending');
      it('commented', () => { /* assert.ok(1); */ });
      it('only text', () => { arrange('assert.ok(1)'); });
      it('never called', () => { const check = () => assert.ok(1); arrange(); });
      it('after the end', () => { return; assert.ok(1); });
      it('skips itself', function () { this.skip(); assert.ok(1); });
      it.skip('skipped', () => assert.ok(1));
      describe.skip('x', () => { it('in a skipped group', () => assert.ok(1)); });
      law('an empty law', { runs: 1 }, fc.property(input, (x) => { arrange(x); }));`;
    assert.deepEqual(proofsIn(text), []);
  });

  it('asserts something, at every level', () => {
    const files = ['unit', 'contract', 'laws', 'pages', 'host', 'e2e'].flatMap((level) =>
      sourceFiles(`test/${level}`).filter((file) => file.endsWith('.test.ts')),
    );
    const { proofs, hollow } = titlesIn(files);
    const count = [...proofs.values()].reduce((sum, titles) => sum + titles.size, 0);
    assert.ok(count > 2_500, `${count}`);
    assert.deepEqual(hollow, []);
  });
});
