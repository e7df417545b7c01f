import assert from 'node:assert/strict';
import { longestFirst } from '../../harness/levels/durations';

describe('The order of shares', () => {
  it('begins with unknown ones, then the longest, and keeps that of equal ones', () => {
    const durations = { quick: 1, long: 90, equal: 90 };
    const names = ['quick', 'new', 'long', 'equal', 'newer'];
    assert.deepEqual(
      longestFirst(names, (name) => name, durations),
      ['new', 'newer', 'long', 'equal', 'quick'],
    );
  });

  it('is the given one as long as nothing was measured', () => {
    const names = ['types', 'lint', 'unit'];
    assert.deepEqual(
      longestFirst(names, (name) => name, {}),
      names,
    );
  });
});
