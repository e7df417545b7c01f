import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Clock, sleep } from '../../../src/api/scheduling/clock';
import {
  type Priority,
  type RateLimit,
  RateLimitGate,
} from '../../../src/api/scheduling/rateLimit';
import { Scheduler } from '../../../src/api/scheduling/scheduler';
import { FakeClock } from '../../support/fakeClock';
import { ServiceWindow } from '../../support/serviceWindow';

const window = 60_000;

function setUp() {
  const clock = new FakeClock();
  const gate = new RateLimitGate(clock, window);
  const told: RateLimit[] = [];
  gate.onDidChange((limit) => told.push(limit));
  const observe = (limit: number | string, remaining: number | string, inFlight = 0): void =>
    gate.observe(
      new Headers({ 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` }),
      inFlight,
    );
  return { clock, gate, told, observe };
}

describe('RateLimitGate', () => {
  it('holds nothing back before the service reports a limit', () => {
    const { gate } = setUp();
    assert.equal(gate.delay('person', 100), 0);
    assert.equal(gate.delay('background', 100), 0);
  });

  it('holds nothing back if the service never mentions a limit', () => {
    const { gate, told } = setUp();
    gate.observe(new Headers(), 1);
    assert.equal(gate.delay('background', 3), 0);
    assert.deepEqual(told, []);
  });

  for (const [limit, remaining] of [
    ['many', '1'],
    ['10', ''],
    ['10', '-1'],
    ['10', '1.5'],
  ] as const) {
    it(`ignores a limit of "${limit}" with "${remaining}" remaining`, () => {
      const { gate, told, observe } = setUp();
      observe(limit, remaining);
      assert.equal(gate.delay('background', 0), 0);
      assert.deepEqual(told, []);
    });
  }

  it('reports the limit as the service does', () => {
    const { clock, told, observe } = setUp();
    observe(60, 59);
    assert.deepEqual(told, [
      { limit: 60, remaining: 59, seenAt: clock.now(), heldUntil: undefined },
    ]);
    observe(60, 0);
    assert.equal(told.at(-1)?.heldUntil, clock.now() + window);
  });

  it('counts running requests as spent', () => {
    const { gate, observe } = setUp();
    observe(60, 3);
    assert.equal(gate.delay('person', 2), 0);
    assert.equal(gate.delay('person', 3), window);
  });

  it('lets checks use a large rest at once, but a small one only at the end of a window', async () => {
    const { clock, gate, observe } = setUp();
    observe(600, 599);
    assert.equal(gate.delay('checking', 0), 0);
    observe(60, 59);
    assert.equal(gate.delay('checking', 0), window - 2_000);
    gate.started('person', 1);
    await clock.advance(window - 2_000);
    assert.equal(gate.delay('checking', 0), 0);
    await clock.advance(1_500);
    assert.equal(gate.delay('checking', 0), 500, 'the person may begin the next window');
    gate.started('person', 1);
    await clock.advance(500);
    assert.equal(gate.delay('checking', 0), window - 500);
  });

  it("recognizes a new window by a count that doesn't include an earlier request", async () => {
    for (const [running, inFlight, isNew] of [
      [1, 1, true],
      [2, 1, true],
      [1, 2, false],
    ] as const) {
      const { clock, gate, observe } = setUp();
      observe(60, 59, 1);
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(10_000);
      gate.started('person', running);
      observe(60, 59, inFlight);
      const end = isNew ? clock.now() + window : clock.now() - 10_000 + window;
      assert.equal(gate.windowEndsAt, end);
    }
  });

  it('recognizes a new window once all its answers add up to too few requests', async () => {
    const { clock, gate, observe } = setUp();
    for (const [index, remaining] of [59, 57, 58].entries()) observe(60, remaining, 3 - index);
    assert.equal(gate.windowEndsAt, clock.now() + window);
    await clock.advance(50_000);
    const overtaken = [59, 57];
    for (const [index, remaining] of overtaken.entries()) observe(60, remaining, 3 - index);
    assert.equal(gate.windowEndsAt, clock.now() + 10_000, 'another answer may still count more');
    observe(60, 58, 1);
    assert.equal(gate.windowEndsAt, clock.now() + window);
    observe(60, 56, 1);
    await clock.advance(1_000);
    assert.equal(gate.windowEndsAt, clock.now() + window - 1_000, 'no other answer can');
  });

  it('pauses checks for an hour once the person has used nearly the whole limit', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 59, 1);
    for (let each = 0; each < 48; each += 1) gate.started('person', 1);
    await clock.advance(window);
    assert.equal(gate.delay('checking', 0), 0);
    for (let each = 0; each < 49; each += 1) gate.started('person', 1);
    assert.equal(gate.delay('checking', 0), 3_600_000);
    await clock.advance(3_599_999);
    assert.equal(gate.delay('checking', 0), 1);
    await clock.advance(1);
    assert.equal(gate.delay('checking', 0), 0);
  });

  it('lets no check run alongside another request while little is left', () => {
    const { gate, observe } = setUp();
    observe(60, 59, 1);
    assert.equal(gate.delay('checking', 1), Infinity);
    observe(600, 599, 1);
    assert.equal(gate.delay('checking', 1), 0);
  });

  it('reserves a fifth of the limit for the person', () => {
    const { gate, observe } = setUp();
    observe(60, 13);
    assert.equal(gate.delay('background', 0), 0);
    observe(60, 12);
    assert.equal(gate.delay('background', 0), window);
    assert.equal(gate.delay('person', 0), 0);
  });

  it('spreads background work over the rest of the window once half of the limit is used', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 31);
    gate.started('background', 1);
    assert.equal(gate.delay('background', 0), 0, 'not yet');
    observe(60, 30);
    // 30 remain, 12 of them for the person: 18 in 60 s.
    assert.equal(gate.delay('background', 0), Math.ceil(window / 18));
    assert.equal(gate.delay('person', 0), 0);
    await clock.advance(Math.ceil(window / 18));
    assert.equal(gate.delay('background', 0), 0);
  });

  it('uses the lowest count, because answers overtake each other', () => {
    const { told, observe } = setUp();
    observe(60, 50, 4);
    observe(60, 47, 4);
    observe(60, 49, 4);
    assert.equal(told.at(-1)?.remaining, 47);
  });

  it('detects a new window by a count that rises by more than the running requests', async () => {
    const { clock, gate, told, observe } = setUp();
    observe(60, 0);
    await clock.advance(20_000);
    observe(60, 59, 1);
    assert.equal(told.at(-1)?.remaining, 59);
    assert.equal(gate.windowEndsAt, clock.now() + window);
    assert.equal(gate.delay('person', 1), 0);
  });

  it('lets one request through when the window should be over, and no other until its answer', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 0);
    await clock.advance(window);
    assert.equal(gate.delay('person', 0), 0);
    assert.equal(gate.delay('person', 1), Infinity);
  });

  it("probes again only after a while if the window isn't over when it should be", async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 12);
    await clock.advance(window);
    assert.equal(gate.delay('background', 0), 0);
    observe(60, 11, 1);
    assert.ok(gate.delay('background', 0) >= 30_000, `${gate.delay('background', 0)} ms`);
    assert.equal(gate.delay('person', 0), 0);
  });

  it('keeps the last requests until the longest possible window is over', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 6);
    await clock.advance(3_599_000);
    assert.equal(gate.delay('background', 0), 1_000);
    await clock.advance(1_000);
    assert.equal(gate.delay('background', 0), 0);
  });

  it('learns the length of windows from rising counts', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 12);
    for (let each = 0; each < 2; each += 1) {
      await clock.advance(9_000);
      observe(60, 11);
      await clock.advance(1_000);
      observe(60, 59);
    }
    observe(60, 12);
    await clock.advance(11_500);
    assert.equal(gate.delay('background', 0), 0);
  });

  it("doesn't wait longer after the clock is set back", async () => {
    const clock = new FakeClock();
    let setBack = 0;
    const gate = new RateLimitGate(
      {
        now: () => clock.now() - setBack,
        elapsed: () => clock.elapsed(),
        after: (...wait) => clock.after(...wait),
      },
      window,
    );
    gate.observe(new Headers({ 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' }), 0);
    await clock.advance(20_000);
    assert.equal(gate.delay('person', 0), 40_000);
    setBack = 3_600_000;
    assert.equal(gate.delay('person', 0), 40_000);
    await clock.advance(40_000);
    assert.equal(gate.delay('person', 0), 0);
  });

  for (const by of [-3_600_000, 3_600_000]) {
    it(`waits the same time if the clock is set by ${by} ms meanwhile`, async () => {
      const time = new FakeClock();
      let set = 0;
      const gate = new RateLimitGate(
        {
          now: () => time.now() + set,
          elapsed: () => time.elapsed(),
          after: (...wait) => time.after(...wait),
        },
        window,
      );
      gate.observe(new Headers({ 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '0' }), 0);
      set = by;
      await time.advance(20_000);
      assert.equal(gate.delay('person', 0), 40_000);
      assert.equal(gate.windowEndsAt, time.now() + set + 40_000);
    });
  }

  it('holds everything back after a refusal, though no longer than a window', async () => {
    const { clock, gate, told, observe } = setUp();
    observe(60, 59);
    gate.hold(clock.now() + 5_000);
    assert.equal(gate.delay('person', 0), 5_000);
    assert.equal(told.at(-1)?.heldUntil, clock.now() + 5_000);
    gate.hold(clock.now() + 3_600_000);
    assert.equal(gate.delay('person', 0), window);
  });

  it('opens again after a refusal by a service that sends no counts', async () => {
    const { clock, gate } = setUp();
    gate.hold(clock.now() + 5_000);
    await clock.advance(5_000);
    assert.equal(gate.delay('person', 0), 0);
    gate.observe(new Headers(), 1);
    assert.equal(gate.delay('person', 3), 0);
  });
});

describe('RateLimitGate and a service that counts', () => {
  const anyLimit = fc.integer({ min: 8, max: 80 });
  const anyPhase = fc.nat(window);

  /** Sends this many requests of 50 ms each, four at a time, and returns the result. */
  async function send(limit: number, phase: number, count: number, priority: Priority) {
    const clock = new FakeClock();
    const gate = new RateLimitGate(clock, window);
    const scheduler = new Scheduler(clock, gate, 4);
    const service = new ServiceWindow(clock, limit, window, phase);
    let refused = 0;
    let lowest = limit;
    const request = (): Promise<void> =>
      scheduler.run(async () => {
        await sleep(clock, 25);
        const { isRefused, headers } = service.count();
        await sleep(clock, 25);
        gate.observe(headers, scheduler.running);
        lowest = Math.min(lowest, Number(headers.get('X-RateLimit-Remaining')));
        if (isRefused) refused += 1;
      }, priority);
    const duration = await clock.durationOf(Promise.all(Array.from({ length: count }, request)));
    return { refused, lowest, duration };
  }

  it('is hardly ever refused, and takes about as long as the limit dictates', async () => {
    await fc.assert(
      fc.asyncProperty(anyLimit, anyPhase, async (limit, phase) => {
        const { refused, duration } = await send(limit, phase, 250, 'person');
        // A window that begins during a burst goes unnoticed, so that the next one is expected too early.
        assert.ok(refused <= 1, `${refused} of 250 were refused`);
        const windows = Math.ceil(250 / limit);
        assert.ok(duration <= windows * (window + 1_000), `${duration} ms, ${windows} windows`);
      }),
      { numRuns: 50 },
    );
  });

  it("doesn't use the reserve for background work, and still makes progress", async () => {
    await fc.assert(
      fc.asyncProperty(anyLimit, anyPhase, async (limit, phase) => {
        const { refused, lowest, duration } = await send(limit, phase, 150, 'background');
        assert.equal(refused, 0);
        assert.ok(lowest >= Math.floor(limit * 0.2) - 1, `${lowest} of ${limit} were left`);
        const windows = Math.ceil(150 / (limit * 0.6));
        assert.ok(duration <= windows * (window + 1_000), `${duration} ms, ${windows} windows`);
      }),
      { numRuns: 50 },
    );
  });
});

describe('RateLimitGate and a service with an unknown window', function () {
  this.timeout(30_000);
  const second = 1_000;
  const hour = 3_600 * second;
  const anyService = fc.record({
    length: fc.oneof(
      fc.integer({ min: 10 * second, max: 2 * 60 * second }),
      fc.integer({ min: 10 * second, max: hour }),
      fc.constant(hour),
    ),
    limit: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 20, max: 80 }) },
      { weight: 1, arbitrary: fc.integer({ min: 20, max: 1_000 }) },
    ),
    phase: fc.nat(hour),
  });
  /** Moments of clicks, and of the clock being set: shares of the whole time. */
  const anyMoment = fc.integer({ min: 1, max: 999 }).map((share) => share / 1_000);
  const anyJumps = fc.array(fc.tuple(anyMoment, fc.constantFrom(-hour, -7 * second, hour)), {
    maxLength: 2,
  });

  /** Endless background work for six windows, with clicks in between. */
  async function live(
    { length, limit, phase }: { length: number; limit: number; phase: number },
    clicks: readonly number[],
    jumps: readonly (readonly [at: number, by: number])[],
  ) {
    const time = new FakeClock();
    let jumped = 0;
    const clock: Clock = {
      now: () => time.now() + jumped,
      elapsed: () => time.elapsed(),
      after: (...wait) => time.after(...wait),
    };
    const gate = new RateLimitGate(clock, window);
    const scheduler = new Scheduler(clock, gate, 4);
    const service = new ServiceWindow(time, limit, length, phase);
    const duration = Math.max(6 * length, 180 * second);
    const failed: string[] = [];
    let done = 0;
    const request = (priority: Priority): Promise<boolean> =>
      scheduler.run(async () => {
        await sleep(time, 25);
        const { isRefused, headers } = service.count();
        await sleep(time, 25);
        gate.observe(headers, scheduler.running);
        return isRefused;
      }, priority);
    const goOn = async (): Promise<void> => {
      if (!(await request('background'))) done += 1;
      void goOn();
    };
    const click = async (): Promise<void> => {
      const began = time.now();
      const isRefused = await request('person');
      const took = time.now() - began;
      if (isRefused || took > second) failed.push(`${isRefused ? 'refused' : 'answered'}, ${took}`);
    };
    void click();
    for (let each = 0; each < 4; each += 1) void goOn();
    for (const at of clicks) time.after(at * duration, () => void click());
    for (const [at, by] of jumps) time.after(at * duration, () => void (jumped += by));
    await time.advance(duration);
    return { failed, done };
  }

  it('answers every click within the reserve, and still makes progress', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyService,
        fc.array(anyMoment, { minLength: 60, maxLength: 60 }),
        anyJumps,
        async (service, moments, jumps) => {
          // Half of the reserve is certainly for the person; an hour has at least one such share.
          const kept = Math.floor(service.limit * 0.1) - 1;
          const clicks = moments.slice(0, kept);
          const { failed, done } = await live(service, clicks, jumps);
          assert.deepEqual(failed, []);
          // If the service's windows are long, there is only one window's budget, which clicks share.
          const shared = Math.floor(service.limit * 0.8) - clicks.length - 1;
          const expected = Math.min(service.limit * 0.75, shared);
          assert.ok(done >= expected, `${done} requests of background work, not ${expected}`);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('answers sixty clicks in an hour that allows 600 requests', async () => {
    const minutes = Array.from({ length: 60 }, (_, minute) => (minute + 0.5) / 360);
    const { failed } = await live({ length: hour, limit: 600, phase: 0 }, minutes, []);
    assert.deepEqual(failed, []);
  });

  it('uses at most a fifth of the limit for indexing, and still makes progress', async () => {
    await fc.assert(
      fc.asyncProperty(anyService, async (service) => {
        const { most, total } = await index(service);
        const share = Math.max(1, Math.floor(service.limit * 0.2));
        assert.ok(most <= share, `${most} of ${service.limit} in one window`);
        assert.ok(total >= 3, `${total} in all`);
      }),
      { numRuns: 15 },
    );
  });

  it('indexes a hundred servers within five minutes', async () => {
    const { total } = await index({ length: 60 * second, limit: 600, phase: 7 }, 300 * second);
    assert.ok(total >= 475, `${total} requests`);
  });

  /** Indexes endlessly; returns the highest number of requests in one window of the service. */
  async function index(
    { length, limit, phase }: { length: number; limit: number; phase: number },
    duration = Math.max(6 * length, 180 * second),
  ) {
    const clock = new FakeClock();
    const gate = new RateLimitGate(clock, window);
    const scheduler = new Scheduler(clock, gate, 4);
    const service = new ServiceWindow(clock, limit, length, phase);
    let [most, total] = [0, 0];
    const goOn = async (): Promise<void> => {
      await scheduler.run(async () => {
        await sleep(clock, 25);
        const { headers } = service.count();
        await sleep(clock, 25);
        gate.observe(headers, scheduler.running);
        most = Math.max(most, limit - Number(headers.get('X-RateLimit-Remaining')));
        total += 1;
      }, 'indexing');
      void goOn();
    };
    void goOn();
    await clock.advance(duration);
    return { most, total };
  }
});
