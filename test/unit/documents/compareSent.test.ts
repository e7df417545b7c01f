import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isSameValue } from '../../../src/documents/writing/compareSent';
import type { JsonValue } from '../../../src/base/json';

describe('A value that was sent, compared with what the service returns', () => {
  const same: readonly (readonly [sent: JsonValue, told: JsonValue])[] = [
    ['5', 5],
    [5, '5'],
    [5, '5.0'],
    [true, 1],
    [false, 0],
    [true, '1'],
    [true, 'true'],
    ['', null],
    [null, ''],
    [' Tidy up ', 'Tidy up'],
    [{ a: 1 }, { a: '1', b: 2 }],
    [[{ name: 'x', activate: true }], [{ id: 9, name: 'x', activate: 1 }]],
    [[{ id: 3, name: 'x' }], [{ id: 9, name: 'x' }]],
  ];
  for (const [sent, told] of same) {
    it(`is the same: ${JSON.stringify(sent)} and ${JSON.stringify(told)}`, () =>
      assert.ok(isSameValue(sent, told)));
  }

  const other: readonly (readonly [sent: JsonValue, told: JsonValue])[] = [
    [3, 2],
    ['3', '03'],
    [true, false],
    [true, 0],
    [false, null],
    ['', 0],
    [null, 'null'],
    ['a', 'A'],
    [{ a: 1 }, {}],
    [[1], [1, 2]],
    [[1, 2], [1]],
    [[], {}],
    [{}, []],
    [{}, null],
    ['[]', []],
  ];
  for (const [sent, told] of other) {
    it(`differs: ${JSON.stringify(sent)} and ${JSON.stringify(told)}`, () =>
      assert.ok(!isSameValue(sent, told)));
  }

  it('is the same if returned unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => isSameValue(value as JsonValue, value as JsonValue)),
    );
  });
});
