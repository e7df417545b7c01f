import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { isObject } from '../../../src/base/json';

describe('isObject', () => {
  it('is only true for objects with named members', () => {
    assert.equal(isObject({}), true);
    assert.equal(isObject(Object.create(null)), true);
    for (const value of [null, [], [{}], 'text', 1, true, undefined]) {
      assert.equal(isObject(value), false, JSON.stringify(value));
    }
  });

  it('agrees with JSON: an object is written in braces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(isObject(value), JSON.stringify(value).startsWith('{'));
      }),
    );
  });
});
