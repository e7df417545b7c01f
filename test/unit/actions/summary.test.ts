import assert from 'node:assert/strict';
import {
  joinOutcomes,
  type Result,
  type State,
  toActionOutcome,
  describeSummary,
  listResults,
  nameRetry,
  type Summary,
  waysToRetry,
} from '../../../src/actions/result';
import { ApiError } from '../../../src/api/errors';

const done: State = { type: 'done' };
const unclear: State = { type: 'unknown', error: 'It was lost.' };
const unsent: State = { type: 'notSent' };
const failed: State = { type: 'failed', error: 'It was refused.' };

function results(...states: readonly State[]): Result[] {
  return states.map((state, index) => ({
    target: { account: 'service', kind: 'cronJob', ids: [1, index] },
    name: `job ${index}`,
    state,
  }));
}

function describeAll(...states: readonly State[]): string {
  return describeSummary({ title: 'Running', results: results(...states) }, String);
}

function retryOf(...states: readonly State[]): string {
  const summary = { title: 'Running', results: results(...states) };
  return waysToRetry(summary)
    .map((way) => nameRetry(summary, way))
    .join();
}

describe('The outcome of an action on several resources', () => {
  it('counts results, and says why the first one failed', () => {
    assert.equal(
      describeAll(done, failed, failed),
      'Running: 1 of 3 done, 2 failed. job 1: It was refused.',
    );
    assert.equal(
      describeAll(done, unclear, unsent, unsent),
      'Running: 1 of 4 done, 1 unknown, 2 not sent. job 1: It was lost.',
    );
    assert.equal(describeAll(done, unsent), 'Running: 1 of 2 done, 1 not sent.');
  });

  it('lists each resource with its result', () => {
    const summary = {
      title: 'Running 4 cron jobs',
      results: results(done, failed, unclear, unsent),
    };
    assert.deepEqual(listResults(summary, String).split('\n'), [
      'Running 4 cron jobs',
      '1 of 4 done, 1 failed, 1 unknown, 1 not sent.',
      '',
      'job 0: done.',
      'job 1: failed. It was refused.',
      'job 2: outcome unknown. It was lost.',
      'job 3: not sent.',
      '',
    ]);
  });

  it('offers a button that says what it retries', () => {
    assert.equal(retryOf(failed), 'Try Again');
    assert.equal(retryOf(done, failed), 'Retry Failed');
    assert.equal(retryOf(done, failed, unsent), 'Try the Rest');
    assert.equal(retryOf(done, unclear), 'Try the Rest');
  });

  it('offers to return to the questions if the same answers would be rejected again', () => {
    const error = new ApiError('invalid', { method: 'POST', path: '/' }, 'refused', {
      status: 422,
    });
    const ways = (...states: readonly State[]): Summary['title'] =>
      waysToRetry({ title: '', results: results(...states), canChange: true }).join();
    assert.equal(ways({ type: 'failed', error }), 'change');
    assert.equal(ways(failed), 'again,change');
    assert.equal(ways({ type: 'failed', error }, failed), 'again,change');
    const summary = { title: '', results: results(failed), canChange: true };
    assert.equal(nameRetry(summary, 'change'), 'Edit Answers…');
    assert.equal(ways({ type: 'failed', error }, unclear), 'again');
    assert.equal(ways(unsent), 'again,change');
  });

  it('is done only if every result is done', () => {
    const statusOf = (...states: readonly State[]): string =>
      toActionOutcome(results(...states)).status;
    assert.equal(statusOf(done, done), 'done');
    assert.equal(statusOf(done, unsent), 'cancelled');
    assert.equal(statusOf(done, unclear), 'unknown');
    assert.equal(statusOf(failed, unclear), 'failed');
    assert.equal(statusOf(done, failed, unsent), 'failed');
  });

  it('is done only if every action of the command is done', () => {
    const statusOf = (...each: readonly State[]): string =>
      joinOutcomes(each.map((state) => toActionOutcome(results(state)))).status;
    assert.equal(statusOf(done, done), 'done');
    assert.equal(statusOf(done, unsent), 'cancelled');
    assert.equal(statusOf(unsent, failed), 'failed');
    assert.equal(statusOf(), 'cancelled');
  });
});
