import assert from 'node:assert/strict';
import { once } from '../../../src/base/lazy';

describe('once', () => {
  it('computes its value at the first call, and never again', () => {
    let count = 0;
    const value = once(() => ({ count: (count += 1) }));
    assert.equal(count, 0);
    assert.equal(value(), value());
    assert.equal(count, 1);
  });
});
