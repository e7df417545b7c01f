import assert from 'node:assert/strict';
import { findOddParts, markOddities } from '../../../src/base/oddText';

const found = (text: string): unknown[] =>
  findOddParts(text).map(({ type, offset, text: part }) => [type, offset, part.length]);

describe('A text that may deceive its reader', () => {
  it('has its long runs of spaces marked, but no indentation', () => {
    assert.deepEqual(found(`"true${' '.repeat(3_000)}; rm -rf /"`), [['spaces', 5, 3_000]]);
    assert.deepEqual(found(`a${'\u{a0}'.repeat(9)}b`), [['spaces', 1, 9]]);
    assert.deepEqual(found(`a${'\n'.repeat(200)}b`), [['spaces', 1, 200]]);
    assert.deepEqual(found(`a${' '.repeat(8)}b\n${' '.repeat(30)}"c"`), []);
  });

  it('has every invisible character marked', () => {
    const characters =
      '\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180e}\u{200b}\u{200c}\u{200d}\u{200e}\u{202e}' +
      '\u{2060}\u{2064}\u{2066}\u{2800}\u{3164}\u{fe00}\u{feff}\u{ffa0}\u{fff9}\u{e0041}\u{e0100}';
    for (const character of characters) {
      assert.deepEqual(found(`a${character}b`), [['invisible', 1, character.length]]);
    }
    assert.deepEqual(found('👩‍💻 ❤️'), []);
  });

  it('is marked as Cyrillic if all its Cyrillic letters look like Latin ones', () => {
    const mark = (text: string): string => markOddities(text);
    const twin = '\u{421}\u{43e}\u{440}\u{443}';
    assert.equal(mark(`a ${twin} 1`), `a (Cyrillic letters) ${twin} 1`);
    for (const name of [
      'Copy',
      'Привет',
      '\u{421}\u{43e}\u{440}\u{434}',
      `${twin} Привет`,
      '東京',
      '',
    ]) {
      assert.equal(mark(name), name);
    }
  });

  it('has words marked that mix alphabets', () => {
    const twins = ['P\u{430}yroll', '\u{421}RON', '\u{3bf}ffice', 'sh\u{585}p'];
    for (const word of twins) {
      assert.deepEqual(found(`say "${word}" now`), [['mixed', 5, word.length]]);
      assert.equal(markOddities(`1 ${word}.cron`), `1 (mixed alphabets) ${word}.cron`);
    }
    for (const word of ['Привет, shop', 'Büro', 'naïve', 'Αθήνα', 'プランA', '東京 Tokyo']) {
      assert.deepEqual(found(word), []);
      assert.equal(markOddities(word), word);
    }
  });
});
