import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LoadedTests } from '../../../scripts/mutate/loadedTests';
import type { CoveredTest } from '../../../scripts/mutate/messages';
import { TestOrder } from '../../../scripts/mutate/testOrder';

/** What the tests of the file below did, in order. */
const did: string[] = [];

const source = `
describe('One suite', () => {
  it('passes', () => globalThis.did('passes'));
  describe('within it', () => {
    it('fails', () => { globalThis.did('fails'); throw new Error('no'); });
    it('comes after', () => globalThis.did('comes after'));
  });
});
describe('Another suite', () => {
  it('is apart', () => globalThis.did('is apart'));
});
`;

describe('Tests that try mutants', () => {
  const own = { describe: globalThis.describe, it: globalThis.it };
  let folder: string;
  let tests: LoadedTests;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'mutant-tests-'));
    const file = path.join(folder, 'tests.mjs');
    writeFileSync(file, source);
    Object.assign(globalThis, { did: (what: string) => did.push(what) });
    tests = new LoadedTests();
    await tests.load([file]);
    // Loading files makes these functions add to what is loaded.
    Object.assign(globalThis, own);
  });

  beforeEach(() => did.splice(0));

  after(() => {
    Reflect.deleteProperty(globalThis, 'did');
    rmSync(folder, { recursive: true });
  });

  const choose = (...titles: readonly string[]) => titles.map((title) => ({ title, ms: 1 }));

  it('are only the chosen ones, beginning with the suites named first', async () => {
    await tests.runChosen(choose('Another suite is apart', 'One suite passes'), assert.fail);
    assert.deepEqual(did, ['is apart', 'passes']);
    did.splice(0);
    await tests.runChosen(choose('One suite within it comes after'), assert.fail);
    assert.deepEqual(did, ['comes after']);
  });

  it('end at the first failure, also in an inner suite', async () => {
    const failed: string[] = [];
    const all = ['within it fails', 'within it comes after', 'passes'];
    await tests.runChosen(
      choose(...all.map((each) => `One suite ${each}`), 'Another suite is apart'),
      (test) => failed.push(test.fullTitle()),
    );
    assert.deepEqual(failed, ['One suite within it fails']);
    assert.equal(did.at(-1), 'fails');
  });

  it('are all of them again afterwards, in either order', async () => {
    const order = ['passes', 'fails', 'comes after', 'is apart'];
    await tests.run(() => undefined);
    assert.deepEqual(did, order);
    did.splice(0);
    await tests.run(() => undefined, true);
    assert.deepEqual(did, ['is apart', 'passes', 'comes after', 'fails']);
  });
});

describe('The order of tests for a mutant', () => {
  const test = (title: string, file: string, ms: number, ...ids: number[]): CoveredTest => ({
    title,
    file,
    ms,
    ids,
  });
  const order = new TestOrder([
    {
      tests: [
        test('of everything', 'wide', 10, 1, 2, 3, 4),
        test('of nothing', 'none', 1),
        test('too long', 'wide', 60_000, 1, 2),
      ],
      loaded: [4, 9],
      failed: [],
    },
    {
      tests: [test('of one', 'narrow', 10, 1), test('slow', 'narrow', 100, 1)],
      loaded: [],
      failed: [],
    },
  ]);
  const titles = (tests: readonly CoveredTest[]) => tests.map(({ title }) => title);

  it('begins with the most specific test, with as many as time allows', () => {
    assert.deepEqual(titles(order.of(1)), ['of one', 'of everything', 'slow']);
    assert.deepEqual(titles(order.of(2)), ['of everything']);
    assert.deepEqual(titles(order.of(9)), []);
    assert.deepEqual(order.files, ['narrow', 'wide']);
    assert.deepEqual(
      [4, 9, 1].map((id) => order.isLoaded(id)),
      [true, true, false],
    );
  });

  it('depends on how many mutants each file has caught if any file may catch it', () => {
    const files = ['a', 'b', 'c', 'd'];
    const any = new TestOrder([
      { tests: files.map((file) => test(`in ${file}`, file, 1, 1)), loaded: [9], failed: [] },
    ]);
    const rounds = () => any.roundsFor(9).map(titles);
    assert.deepEqual(rounds(), [['in a', 'in b', 'in c'], ['in d']]);
    any.noteNoticed('in d');
    assert.deepEqual(rounds(), [['in a', 'in b', 'in d'], ['in c']]);
  });
});
