import assert from 'node:assert/strict';
import { english } from '../../support/actions/actionWorld';
import { joinOutcomes, type Result, type State, toOutcome } from '../../../src/ui/actions/result';
import { describeSummary, listResults, nameRetry } from '../../../src/ui/actions/summary';

const done: State = { type: 'done', message: '' };
const stopped: State = { type: 'stopped' };
const untried: State = { type: 'untried' };
const failed: State = { type: 'failed', error: 'It was refused.' };

function results(...states: readonly State[]): Result[] {
  return states.map((state, index) => ({
    target: { account: 'service', kind: 'cronJob', ids: [1, index] },
    name: `job ${index}`,
    state,
  }));
}

function describeAll(...states: readonly State[]): string {
  return describeSummary({ title: 'Running', results: results(...states) }, String, english);
}

function retryOf(...states: readonly State[]): string {
  return nameRetry({ title: 'Running', results: results(...states) }, english);
}

describe('What became of an action on several things', () => {
  it('is counted, with why the first failed', () => {
    assert.equal(
      describeAll(done, failed, failed),
      'Running: 1 of 3 done, 2 failed. job 1: It was refused.',
    );
    assert.equal(
      describeAll(done, stopped, untried, untried),
      'Running: 1 of 4 done, 1 stopped, 2 not tried.',
    );
  });

  it('is listed, each with what became of it', () => {
    const summary = {
      title: 'Running 4 Cron Jobs',
      results: results(done, failed, stopped, untried),
    };
    assert.deepEqual(listResults(summary, String, english).split('\n'), [
      'Running 4 Cron Jobs',
      '1 of 4 done, 1 failed, 1 stopped, 1 not tried.',
      '',
      'job 0: done.',
      'job 1: failed. It was refused.',
      'job 2: stopped; whether it was done is not known.',
      'job 3: not tried.',
      '',
    ]);
  });

  it('is followed by a button that says what is tried again', () => {
    assert.equal(retryOf(failed), 'Try Again');
    assert.equal(retryOf(done, failed), 'Retry Failed');
    assert.equal(retryOf(done, failed, untried), 'Try the Rest');
    assert.equal(retryOf(done, stopped), 'Try the Rest');
  });

  it('is done only where all of it is', () => {
    const statusOf = (...states: readonly State[]): string => toOutcome(results(...states)).status;
    assert.equal(statusOf(done, done), 'done');
    assert.equal(statusOf(done, untried), 'cancelled');
    assert.equal(statusOf(done, stopped), 'cancelled');
    assert.equal(statusOf(done, failed, untried), 'failed');
  });

  it('is done only where every action is that a command stands for', () => {
    const statusOf = (...each: readonly State[]): string =>
      joinOutcomes(each.map((state) => toOutcome(results(state)))).status;
    assert.equal(statusOf(done, done), 'done');
    assert.equal(statusOf(done, untried), 'cancelled');
    assert.equal(statusOf(untried, failed), 'failed');
    assert.equal(statusOf(), 'cancelled');
  });
});
