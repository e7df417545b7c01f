import assert from 'node:assert/strict';
import { toRaw } from '../../../src/base/foreignText';
import { findKind } from '../../../src/resources/kinds/kinds';

describe('The row of a supervisor job', () => {
  for (const [states, words] of [
    ['RUNNING', 'running'],
    ['FATAL', 'failed to start'],
    ['RUNNING, BACKOFF', 'running, restarting after a failure'],
    ['PAUSED', 'PAUSED'],
    ['constructor', 'constructor'],
  ] as const) {
    it(`shows "${words}" for ${states}`, () => {
      const job = { id: 1, label: 'Queue', username: 'shop', processStates: states };
      const { state, description } = findKind('supervisorJob').present(job);
      assert.equal(toRaw(state ?? ''), words);
      assert.equal(toRaw(description ?? ''), `shop · ${words}`);
    });
  }
});
