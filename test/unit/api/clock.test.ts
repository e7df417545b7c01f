import assert from 'node:assert/strict';
import { sleep, systemClock } from '../../../src/api/scheduling/clock';
import { FakeClock } from '../../support/fakeClock';

describe('sleep', () => {
  it('takes as long as requested', async () => {
    const clock = new FakeClock();
    assert.equal(await clock.durationOf(sleep(clock, 1_500)), 1_500);
  });

  it('ends with the reason of an abort, and leaves no timer behind', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const slept = sleep(clock, 1_000, stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(slept, /enough/);
    assert.equal(clock.pending, 0);
  });

  it("doesn't start if the signal is already aborted", async () => {
    const clock = new FakeClock();
    await assert.rejects(sleep(clock, 1, AbortSignal.abort(new Error('before'))), /before/);
    assert.equal(clock.pending, 0);
  });
});

describe('systemClock', () => {
  it('calls back after the delay, and never after a cancellation', async () => {
    let cancelledCalls = 0;
    const cancel = systemClock.after(1, () => (cancelledCalls += 1));
    cancel();
    const start = systemClock.now();
    await new Promise<void>((resolve) => {
      systemClock.after(20, resolve);
    });
    // Timers may fire a millisecond early by the wall clock.
    assert.ok(systemClock.now() - start >= 18);
    assert.equal(cancelledCalls, 0);
  });
});
