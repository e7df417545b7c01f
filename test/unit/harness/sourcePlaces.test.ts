import assert from 'node:assert/strict';
import { toSourcePlaces } from '../../harness/levels/sourcePlaces';

describe('places of a failed test', () => {
  it('are in its sources', () => {
    const { stack = '' } = new Error('a failure');
    const [message, place = ''] = toSourcePlaces(stack).split('\n');
    assert.equal(message, 'Error: a failure');
    assert.match(place, /[\\/]test[\\/]unit[\\/]harness[\\/]sourcePlaces\.test\.ts:6:\d+\)?$/);
  });

  it('stay as they are without a map', () => {
    const stack = 'Error\n    at run (/nowhere/built.js:1:2)\n    at node:internal/process:1:2';
    assert.equal(toSourcePlaces(stack), stack);
  });
});
