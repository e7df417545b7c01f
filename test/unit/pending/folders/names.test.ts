import assert from 'node:assert/strict';
import { FreeNames, toFileName } from '../../../../src/pending/folders/folderFiles';

describe('Names of files', () => {
  it('are valid on Windows and Unix, even if the service’s names aren’t', () => {
    const cases = [
      ['Tidy up', 'Tidy up'],
      ['../../etc/passwd', '-..-etc-passwd'],
      ['CON', '_CON'],
      ['nul.txt', '_nul.txt'],
      ['com1', '_com1'],
      ['node_modules', '_node_modules'],
      ['Node_Modules', '_Node_Modules'],
      ['.git', 'git'],
      ['name. . ', 'name'],
      ['a<b>c:"d|e?f*g', 'a-b-c--d-e-f-g'],
      ['a\u{0}b\u{202e}c', 'a-b-c'],
      ['', '-'],
      ['...', '-'],
      ['\u{d800}', '-'],
    ];
    for (const [name = '', expected] of cases) assert.equal(toFileName(name), expected);
    assert.ok(new TextEncoder().encode(toFileName('ä👩‍👩‍👧'.repeat(200))).length <= 80);
  });

  it('differ even if case doesn’t count', () => {
    const names = new FreeNames();
    const taken = ['Backup', 'backup', 'BACKUP', 'Backup~2'].map((name, index) =>
      names.free((own) => `x/${own}`, name, index + 1),
    );
    assert.equal(new Set(taken.map((path) => path.toLowerCase())).size, 4);
    assert.deepEqual(taken.slice(0, 2), ['x/Backup', 'x/backup~2']);
  });

  // Some systems compare names by their capitals, others by their small letters.
  for (const [one, other] of [
    ['οδοσ', 'οδος'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Ω', 'ω'],
    ['é', 'E\u{301}'],
  ] as const) {
    it(`differ if they are ${one} and ${other}`, () => {
      const names = new FreeNames();
      assert.equal(
        names.free((own) => own, one, 1),
        one,
      );
      assert.match(
        names.free((own) => own, other, 2),
        /~2$/,
      );
    });
  }
});
