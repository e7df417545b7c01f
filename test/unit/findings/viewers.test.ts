import assert from 'node:assert/strict';
import { Viewers } from '../../../src/findings/view/viewers';

describe('What is checked in the background', () => {
  it('is what somebody can see, and first what the servers are filtered by', () => {
    const viewers = new Viewers();
    assert.deepEqual(viewers.wanted(false), []);
    assert.deepEqual(viewers.wanted(true), ['health', 'certificates']);
    viewers.note('filter', true);
    assert.deepEqual(viewers.wanted(false), ['certificates']);
    assert.deepEqual(viewers.wanted(true), ['certificates', 'health']);
    viewers.note('fleet', true);
    assert.deepEqual(viewers.wanted(false), ['certificates', 'health']);
    viewers.note('filter', false);
    assert.deepEqual(viewers.wanted(false), ['health', 'certificates']);
    viewers.note('fleet', false);
    assert.deepEqual(viewers.wanted(false), []);
  });
});
