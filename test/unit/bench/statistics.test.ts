import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { median, resultOf } from '../../bench/statistics';

const values = fc.array(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { minLength: 1 });

describe('The statistics of the bench', () => {
  it('take the median, regardless of the order of input', () => {
    assert.equal(median([30, 10, 20]), 20);
    assert.equal(median([40, 10, 20, 30]), 25);
  });

  it('have as many values above the median as below', () => {
    fc.assert(
      fc.property(values, (some) => {
        const middle = median(some);
        const below = some.filter((value) => value < middle).length;
        const above = some.filter((value) => value > middle).length;
        assert.ok(below <= some.length / 2 && above <= some.length / 2);
      }),
    );
  });

  it('fail if there are no values', () => {
    assert.throws(() => median([]), RangeError);
  });

  it('compare run by run, so that a slow moment slows both down', () => {
    const runs = [
      { ours: 12, floor: 10 },
      { ours: 120, floor: 100 },
      { ours: 26, floor: 20 },
    ];
    const { ratio, isMet } = resultOf({ runs, target: 1.25 });
    assert.deepEqual(ratio, { median: 1.2, min: 1.2, max: 1.3 });
    assert.equal(isMet, true);
  });

  it('judge a target by the median, and give no verdict without a target', () => {
    const runs = [{ ours: 3, floor: 2 }];
    assert.equal(resultOf({ runs, target: 1.4 }).isMet, false);
    assert.equal('isMet' in resultOf({ runs }), false);
  });
});
