import assert from 'node:assert/strict';
import { toRaw } from '../../../src/base/foreignText';
import { findKind } from '../../../src/resources/kinds/kinds';

describe('The row of a supervisor job', () => {
  for (const [states, words, icon] of [
    ['RUNNING', 'running', ['server-environment', 'testing.iconPassed']],
    ['FATAL', 'failed to start', ['error', 'list.errorForeground']],
    ['RUNNING, BACKOFF', 'running, keeps failing', ['error', 'list.errorForeground']],
    ['STARTING', 'starting', ['warning', 'list.warningForeground']],
    ['PAUSED', 'PAUSED', ['warning', 'list.warningForeground']],
    ['constructor', 'constructor', ['warning', 'list.warningForeground']],
  ] as const) {
    it(`shows "${words}" for ${states}`, () => {
      const job = { id: 1, label: 'Queue', username: 'shop', processStates: states };
      const { state, description, problem, icon: shown } = findKind('supervisorJob').present(job);
      assert.equal(toRaw(state ?? ''), words);
      assert.equal(toRaw(description ?? ''), 'shop');
      assert.equal(toRaw(problem ?? ''), states === 'RUNNING' ? '' : words, 'instead of the user');
      assert.deepEqual([shown?.id, shown?.color], icon, 'red is what a finding calls critical');
    });
  }
});
