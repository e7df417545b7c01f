import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { titlesIn } from '../support/testTitles';

const text = readFileSync('docs/threat-model.md', 'utf8');

/** The table rows that name an attack. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Attack|What happens|-+) /.test(line));

/** The tests that a row links to: their titles and files. */
function testsOf(line: string): { readonly title: string; readonly file: string }[] {
  return [...line.matchAll(/\[`([^`]+)`\]\(\.\.\/(test\/[^)]+)\)/g)].map(
    ([, title = '', file = '']) => ({ title, file }),
  );
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
    assert.ok(rows.length >= attackers.length);
  });

  it('names an existing test for each defense', () => {
    const missing = rows.flatMap((row) => {
      const tests = testsOf(row);
      if (tests.length === 0) return [`no test: ${row}`];
      return tests
        .filter(({ file, title }) => !existsSync(file) || !titlesIn(file).has(title))
        .map(({ file, title }) => `${file}: ${title}`);
    });
    assert.deepEqual(missing, []);
  });
});
