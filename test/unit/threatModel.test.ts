import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { titlesIn } from '../support/testTitles';

const text = readFileSync('docs/threat-model.md', 'utf8');

/** The items that name an attack. */
const items = text.match(/^- \*\*.+(?:\n {2}.+)*/gm) ?? [];

/** The tests that an item links to: their titles and files. */
function testsOf(line: string): { readonly title: string; readonly file: string }[] {
  return [...line.matchAll(/\[`([^`]+)`\]\(\.\.\/(test\/[^)]+)\)/g)].map(
    ([, title = '', file = '']) => ({ title, file }),
  );
}

/** Whether a test has this title, or only one begins with it if it's cut. */
function isTitle(title: string, titles: ReadonlySet<string>): boolean {
  if (!title.endsWith('…')) return titles.has(title);
  return [...titles].filter((each) => each.startsWith(title.slice(0, -1))).length === 1;
}

describe('The threat model', () => {
  it('covers attacks by all possible attackers', () => {
    const attackers = [...text.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    assert.deepEqual(attackers, [
      'A service, or anyone who names things on it',
      'A proxy, or anyone on the network',
      'A workspace',
      'Another extension, or a key binding',
      'A web page',
      'Another user of this machine',
      'A language model, and what it has read',
      'Accidents',
    ]);
    assert.ok(items.length >= attackers.length);
  });

  it('names an existing test for each defense', () => {
    const files = [...new Set(items.flatMap(testsOf).map(({ file }) => file))];
    const { proofs } = titlesIn(files.filter((file) => existsSync(file)));
    const missing = items.flatMap((item) => {
      const tests = testsOf(item);
      if (tests.length === 0) return [`no test: ${item}`];
      return tests
        .filter(({ file, title }) => !isTitle(title, proofs.get(file) ?? new Set()))
        .map(({ file, title }) => `${file}: ${title}`);
    });
    assert.deepEqual(missing, []);
  });
});
