import assert from 'node:assert/strict';
import { IndexingShare } from '../../../src/api/scheduling/indexingShare';
import { OwnRequests } from '../../../src/api/scheduling/ownRequests';
import { PersonUse } from '../../../src/api/scheduling/personUse';
import { isReserved, RateLimitGate } from '../../../src/api/scheduling/rateLimit';
import { Scheduler } from '../../../src/api/scheduling/scheduler';
import { WindowLength } from '../../../src/api/scheduling/windowLength';
import { FakeClock, settle } from '../../support/fakeClock';

const second = 1_000;
const window = 60 * second;
const hour = 3_600 * second;

describe('The share of indexing', () => {
  /** A share after requests at these moments, the last of which is now. */
  function after(...moments: readonly number[]): IndexingShare {
    const share = new IndexingShare(window);
    for (const moment of moments) share.started(moment);
    return share;
  }

  it('is a fifth of the limit, half of it kept for probes', () => {
    assert.deepEqual(after(1, 2, 3, 4).next(60, 4, 0), { wait: 0, isProbe: false });
    assert.deepEqual(after(1, 2, 3, 4, 5).next(60, 5, 0), { wait: window - 5, isProbe: true });
    assert.deepEqual(after(1).next(4, 1, 0), { wait: window, isProbe: true });
  });

  it('applies to any period as long as a window', () => {
    const moments = Array.from({ length: 12 }, (_, index) => index);
    assert.equal(after(...moments).next(60, 11, 20).wait, window - 11);
  });

  it('lengthens its pauses so that the probes last for an hour', () => {
    const probing = after(1, 2, 3, 4, 5, window);
    const { wait } = probing.next(60, window, 0);
    assert.equal(wait, Math.ceil(window * 60 ** (1 / 6) - window));
    const small = after(1, window).next(4, window, 0);
    assert.equal(small.wait, hour - window);
  });

  it('forgets requests sent an hour ago', () => {
    assert.equal(after(0, 0, 0, 0, hour).next(60, hour, 0).isProbe, false);
    assert.equal(after(1, 1, 1, 1, hour).next(60, hour, 0).isProbe, true);
  });
});

describe('The requests of a window', () => {
  it('show a new window once all concurrent ones are counted', () => {
    const alone = new OwnRequests();
    alone.began(5, 1);
    assert.equal(alone.answered(1, 1), 1);
    const together = new OwnRequests();
    together.began(5, 2);
    assert.equal(together.answered(1, 1), undefined);
    assert.equal(together.answered(1, 2), undefined);
    assert.equal(together.answered(2, 1), 2);
  });

  it('of the person are those of the last window', () => {
    const use = new PersonUse(window);
    for (const at of [0, 1, window]) use.started(at, 2);
    assert.equal(use.heavyUntil, Number.NEGATIVE_INFINITY);
    use.started(window, 2);
    assert.equal(use.heavyUntil, window + hour);
    assert.equal(use.lastAt, window);
  });
});

describe('The length of windows', () => {
  const margin = 61 / 60;

  it('is between the bounds that two of them show', () => {
    const length = new WindowLength();
    length.rose(0, 0);
    assert.equal(length.atMost, undefined);
    length.rose(9 * second, 10 * second);
    assert.equal(length.atMost, 10 * second * margin);
    assert.equal(length.expect(window), 10 * second * margin);
    length.rose(40 * second, 50 * second);
    assert.equal(length.atMost, 10 * second * margin, 'the shortest counts');
  });

  it('is only longer than assumed if one lasted longer', () => {
    const length = new WindowLength();
    length.rose(0, 0);
    length.rose(180 * second, 190 * second);
    assert.equal(length.expect(window), 190 * second * margin);
    assert.equal(length.expect(180 * second), 180 * second);
    length.wasLonger();
    assert.equal(length.expect(window), window);
  });
});

describe('The gate, step by step', () => {
  let clock: FakeClock;
  let gate: RateLimitGate;

  beforeEach(() => {
    clock = new FakeClock();
    gate = new RateLimitGate(clock, window);
  });

  function observe(limit: number, remaining: number, inFlight = 0): void {
    const headers = { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` };
    gate.observe(new Headers(headers), inFlight);
  }

  it('reports when only the person’s reserve is left', () => {
    const limit = { limit: 60, seenAt: 0, heldUntil: undefined };
    assert.equal(isReserved({ ...limit, remaining: 13 }), false);
    assert.equal(isReserved({ ...limit, remaining: 12 }), true);
  });

  it('ignores an answer without counts', () => {
    observe(60, 0);
    gate.observe(new Headers(), 0);
    assert.equal(gate.delay('person', 0), window);
  });

  it('waits a moment at a time while a window lasts longer than it should', async () => {
    observe(60, 0);
    await clock.advance(window);
    assert.equal(gate.delay('person', 0), 0);
    observe(60, 0);
    assert.equal(gate.delay('person', 0), second);
  });

  it('probes for background work at growing pauses', async () => {
    observe(60, 12);
    await clock.advance(90 * second);
    observe(60, 11, 1);
    assert.equal(gate.delay('background', 0), Math.ceil(90 * second * (60 ** (1 / 6) - 1)));
  });

  it('probes when the longest known window must be over', async () => {
    observe(60, 59);
    for (let each = 0; each < 2; each += 1) {
      await clock.advance(40 * second);
      observe(60, 58);
      await clock.advance(60 * second);
      observe(60, 60);
    }
    observe(60, 12);
    await clock.advance(60 * second);
    observe(60, 12);
    const atMost = (160 * second * 61) / 60;
    assert.equal(gate.delay('background', 0), Math.ceil(atMost - 60 * second));
  });

  it('starts over if a window lasts longer than any', async () => {
    observe(60, 12);
    await clock.advance(hour);
    observe(60, 12);
    assert.equal(gate.delay('background', 0), window);
  });

  it('treats an answer that shows no use as a new window if its request was alone', async () => {
    observe(60, 50);
    await clock.advance(20 * second);
    gate.started('person', 2);
    observe(60, 50, 1);
    assert.equal(gate.windowEndsAt, clock.now() + window - 20 * second);
    gate.started('person', 1);
    observe(60, 50, 1);
    assert.equal(gate.windowEndsAt, clock.now() + window);
  });

  it('lets indexing continue for a busy person, but not checks', () => {
    observe(600, 599, 1);
    for (let each = 0; each < 481; each += 1) gate.started('person', 1);
    observe(600, 120 + 1, 1);
    assert.equal(gate.delay('checking', 0), 0, 'there is plenty');
    observe(600, 120, 1);
    assert.equal(gate.delay('checking', 0), hour);
  });

  it('counts requests in flight as used', () => {
    observe(600, 122, 1);
    assert.ok(Number.isFinite(gate.delay('checking', 1)));
    observe(600, 121, 1);
    assert.equal(gate.delay('checking', 1), Number.POSITIVE_INFINITY);
  });

  it('keeps indexing to its share, and one probe at a time', async () => {
    observe(60, 59, 1);
    for (let each = 0; each < 5; each += 1) {
      assert.equal(gate.delay('indexing', 0), 0);
      gate.started('indexing', 1);
    }
    assert.equal(gate.delay('indexing', 0), window);
    await clock.advance(window);
    assert.equal(gate.delay('indexing', 0), 0);
    assert.equal(gate.delay('indexing', 1), Number.POSITIVE_INFINITY);
  });

  it('counts every request that the scheduler starts', async () => {
    observe(60, 59, 1);
    const scheduler = new Scheduler(clock, gate, 8);
    let ran = 0;
    const endless = new Promise<never>(() => undefined);
    for (let each = 0; each < 7; each += 1) {
      void scheduler.run(() => {
        ran += 1;
        return each < 6 ? Promise.resolve() : endless;
      }, 'indexing');
    }
    await settle();
    assert.equal(ran, 5);
  });

  it('is asked again by a single timer', async () => {
    observe(60, 0);
    const scheduler = new Scheduler(clock, gate, 8);
    const stop = new AbortController();
    const jobs = [1, 2, 3].map(() => scheduler.run(async () => undefined, 'person', stop.signal));
    assert.equal(clock.pending, 1);
    stop.abort(new Error('enough'));
    await Promise.all(jobs.map((job) => assert.rejects(job, /enough/)));
  });
});
