import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compareRead, isSameValue } from '../../../src/documents/writing/judge';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { JsonValue } from '../../../src/base/json';

describe('A resource, compared with what was sent', () => {
  it('is compared where its document has the field', () => {
    const resource = { id: 1, cacheSettings: { cdn_settings: { enable: 1 } } };
    const compare = (cdnEnabled: boolean) =>
      compareRead(findKind('cacheConfiguration'), { cdnEnabled }, resource);
    assert.deepEqual(compare(true), { returned: { cdnEnabled: 1 }, kept: [] });
    assert.deepEqual(
      compare(false).kept.map(({ path, now }) => [path, now]),
      [[['cdnEnabled'], 1]],
    );
  });
});

describe('A credential that was sent', () => {
  it('is never compared, because services mask it', () => {
    const resource = { id: 1, label: 'Nightly', password: '***' };
    const sent = { label: 'Nightly', password: 'secret-1' };
    assert.deepEqual(compareRead(findKind('cronJob'), sent, resource), {
      returned: { label: 'Nightly' },
      kept: [],
    });
  });
});

describe('A value that was sent, compared with what the service returns', () => {
  const same: readonly (readonly [sent: JsonValue, returned: JsonValue])[] = [
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
    ['Tidy up', ' Tidy up '],
    [' 5 ', 5],
    ['TRUE', true],
    ['False', 0],
    [{ a: 1 }, { a: '1', b: 2 }],
    [[{ name: 'x', activate: true }], [{ id: 9, name: 'x', activate: 1 }]],
    [[{ id: 3, name: 'x' }], [{ id: 9, name: 'x' }]],
  ];
  for (const [sent, returned] of same) {
    it(`is the same: ${JSON.stringify(sent)} and ${JSON.stringify(returned)}`, () =>
      assert.ok(isSameValue(sent, returned)));
  }

  const other: readonly (readonly [sent: JsonValue, returned: JsonValue])[] = [
    [3, 2],
    ['3', '03'],
    [true, false],
    [true, 0],
    [false, null],
    ['', 0],
    [null, 'null'],
    ['a', 'A'],
    [{ a: 1 }, {}],
    [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ],
    [
      [1, 2],
      [1, 3],
    ],
    ['', []],
    ['[object Object]', {}],
    [[1], [1, 2]],
    [[1, 2], [1]],
    [[], {}],
    [{}, []],
    [{}, null],
    ['[]', []],
  ];
  for (const [sent, returned] of other) {
    it(`differs: ${JSON.stringify(sent)} and ${JSON.stringify(returned)}`, () =>
      assert.ok(!isSameValue(sent, returned)));
  }

  it('only counts as missing if both are', () => {
    assert.ok(isSameValue(undefined, undefined));
    assert.ok(!isSameValue(undefined, 'undefined'));
    assert.ok(!isSameValue('undefined', undefined));
  });

  it('is the same if returned unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => isSameValue(value as JsonValue, value as JsonValue)),
    );
  });
});
