import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { API } from 'typescript/unstable/sync';
import { findMutants, type Mutant } from '../../../scripts/mutate/findMutants';
import { switchName, withMutants } from '../../../scripts/mutate/withMutants';

describe('Mutants of code', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mutants-'));
    writeFileSync(path.join(folder, 'tsconfig.json'), '{"files":["code.ts"]}');
  });

  after(() => rmSync(folder, { recursive: true }));

  function find(text: string): readonly Mutant[] {
    const file = path.join(folder, 'code.ts');
    writeFileSync(file, text);
    const api = new API({ cwd: folder });
    try {
      const config = path.join(folder, 'tsconfig.json');
      const project = api.updateSnapshot({ openProject: config }).getProject(config);
      const source = project?.program.getSourceFile(file);
      assert.ok(source);
      return findMutants(source, text, 1);
    } finally {
      api.close();
    }
  }

  function changesOf(text: string): readonly string[] {
    return find(text).map(({ before, after }) => `${before} → ${after}`);
  }

  it('change comparisons, conditions, booleans and lists, and leave out calls', () => {
    assert.deepEqual(changesOf('if (a < b) save();'), [
      'a < b → true',
      'a < b → false',
      'a < b → (a) <= (b)',
      'a < b → (a) >= (b)',
      'save(); → ',
    ]);
    assert.deepEqual(changesOf('const on = !off;'), ['!off → off']);
    assert.deepEqual(changesOf('const all = list.filter(fits).some(isNew);'), [
      'list.filter(fits).some(isNew) → list.filter(fits).every(isNew)',
      'list.filter(fits) → list',
    ]);
  });

  it("aren't made from types, comments or texts", () => {
    assert.deepEqual(changesOf("type On = true; // a < b\nconst a = 'b && c' as On | true;"), []);
  });

  it('are all in the code, and only the active one is used', () => {
    const text = [
      'const seen = [];',
      'if (x > 1 && !(y === 2)) seen.push(1); else seen.push(2);',
      'return [...seen, x > 5 ? true : y];',
    ].join('\n');
    const mutants = find(text);
    const run = (code: string, active: number, x: number, y: number): unknown =>
      runInNewContext(`(function () { ${code} })()`, {
        [switchName]: (id: number) => id === active,
        x,
        y,
      });
    const mutated = withMutants(text, mutants);
    const inputs = [0, 1, 2, 5, 6].flatMap((x) => [1, 2].map((y) => [x, y] as const));
    for (const [x, y] of inputs) assertSame(run(mutated, 0, x, y), run(text, 0, x, y));
    for (const { id, start, end, after } of mutants) {
      const alone = `${text.slice(0, start)}${after}${text.slice(end)}`;
      const meant = after === '' ? `${text.slice(0, start)}{}${text.slice(end)}` : alone;
      for (const [x, y] of inputs) {
        assertSame(run(mutated, id, x, y), run(meant, 0, x, y), `${id}: ${after}`);
      }
    }
  });
});

/** Values of two contexts have different prototypes. */
function assertSame(found: unknown, expected: unknown, message?: string): void {
  assert.equal(JSON.stringify(found), JSON.stringify(expected), message);
}
