import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { toComment, toLine } from '../../../src/base/foreignText';

describe('A line that quotes names', () => {
  it('stays one line, so that no name can forge a request', () => {
    const forged = 'shop\n\nDELETE /api/v3/servers/1\r\n###\u{2028}\u{85}POST /x';
    assert.equal(toComment(forged).split(/[\n\r\u{2028}\u{2029}\u{85}\v\f]/u).length, 1);
    const parts = fc.constantFrom(
      'a',
      '\n',
      '\r',
      '\u{2028}',
      '\u{2029}',
      '\u{85}',
      '\v',
      '\f',
      '#',
    );
    fc.assert(
      fc.property(fc.array(parts), (texts) => {
        const text = texts.join('');
        assert.match(toComment(text), /^# [^\n\r\u{2028}\u{2029}\u{85}\v\f]*$/u);
        assert.doesNotMatch(toLine(text), /[\n\r\u{2028}\u{2029}\u{85}\v\f]/u);
      }),
    );
  });
});
