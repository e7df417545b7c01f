import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ApiError } from '../../../src/api/errors';
import { type Clock, sleep } from '../../../src/api/scheduling/clock';
import {
  type Priority,
  RateLimitGate,
  Scheduler,
  withRetries,
} from '../../../src/api/scheduling/scheduler';
import { FakeClock } from '../../support/fakeClock';
import { ServiceWindow } from '../../support/serviceWindow';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

function countsOf(limit: number | string, remaining: number | string): Headers {
  return new Headers({ 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` });
}

/** A gate; its first two waits after refusals last one and three seconds. */
function setUp() {
  const clock = new FakeClock();
  const gate = new RateLimitGate(clock);
  const observe = (limit: number | string, remaining: number | string, inFlight = 1): void =>
    gate.observe({ status: 200, headers: countsOf(limit, remaining) }, inFlight);
  const refuse = (headers: Record<string, string> = {}): void =>
    gate.observe({ status: 429, headers: new Headers(headers) }, 1);
  return { clock, gate, observe, refuse };
}

describe('RateLimitGate', () => {
  it('holds nothing back before the service reports a limit, or if it never does', () => {
    const { gate } = setUp();
    assert.equal(gate.delay('background', 100), 0);
    gate.observe({ status: 200, headers: new Headers() }, 1);
    assert.equal(gate.delay('checking', 3), 0);
    assert.equal(gate.rateLimit, undefined);
  });

  for (const [limit, remaining] of [
    ['many', '1'],
    ['10', ''],
    ['10', '-1'],
    ['10', '1.5'],
    ['9'.repeat(400), '0'],
    ['10', '9'.repeat(400)],
  ] as const) {
    it(`ignores a limit of "${limit}" with "${remaining}" remaining`, () => {
      const { gate, observe } = setUp();
      observe(limit, remaining);
      assert.equal(gate.delay('background', 0), 0);
      assert.equal(gate.rateLimit, undefined);
    });
  }

  it('reports the limit as the service does', () => {
    const { clock, gate, observe, refuse } = setUp();
    observe(60, 59);
    const seenAt = clock.now();
    const free = { isReserved: false, holdsIndexing: false };
    const open = { limit: 60, remaining: 59, ...free, seenAt, heldUntil: undefined };
    assert.deepEqual(gate.rateLimit, open);
    refuse({ 'Retry-After': '5' });
    const heldUntil = seenAt + 5 * second;
    const held = { isReserved: true, holdsIndexing: true, heldUntil };
    assert.deepEqual(gate.rateLimit, { ...open, remaining: 0, ...held });
  });

  it('reports when only the person’s reserve is left', () => {
    const { gate, observe } = setUp();
    observe(60, 13);
    assert.equal(gate.rateLimit?.isReserved, false);
    observe(60, 12);
    assert.equal(gate.rateLimit?.isReserved, true);
  });

  it('reports when indexing has used its share', () => {
    const { gate, observe } = setUp();
    observe(60, 59);
    for (let sent = 0; sent < 12; sent += 1) {
      assert.equal(gate.rateLimit?.holdsIndexing, false);
      gate.started('indexing');
    }
    assert.equal(gate.rateLimit?.holdsIndexing, true);
  });

  for (const priority of ['background', 'indexing', 'checking'] as const) {
    it(`leaves 12 of 60 requests to the person: ${priority}`, () => {
      const { gate, observe } = setUp();
      observe(60, 14);
      assert.equal(gate.delay(priority, 1), 0);
      assert.equal(gate.delay(priority, 2), minute, 'requests in flight count as used');
      assert.equal(gate.delay('person', 2), 0);
    });
  }

  for (const [priority, share] of [
    ['indexing', 12],
    ['checking', 6],
  ] as const) {
    it(`lets ${priority} use ${share} of 60 requests in a window, whatever others used`, async () => {
      const { clock, gate, observe } = setUp();
      observe(60, 40);
      for (let sent = 0; sent < share; sent++) {
        assert.equal(gate.delay(priority, 0), 0, `${sent} sent`);
        gate.started(priority);
        observe(60, 39 - sent);
      }
      assert.equal(gate.delay(priority, 0), minute);
      assert.equal(gate.delay('background', 0), 0);
      await clock.advance(minute);
      assert.equal(gate.delay(priority, 0), 0, 'one finds out whether a new window began');
      gate.started(priority);
      observe(60, 59);
      assert.equal(gate.delay(priority, 0), 0);
    });
  }

  it("doesn't hold a person back because nothing is said to remain, one request at a time", () => {
    const { gate, observe } = setUp();
    observe(60, 1);
    assert.equal(gate.delay('person', 1), Number.POSITIVE_INFINITY);
    observe(60, 0);
    assert.equal(gate.delay('person', 0), 0);
    assert.equal(gate.delay('person', 1), Number.POSITIVE_INFINITY);
    assert.equal(gate.delay('background', 0), minute);
  });

  it('believes no count that an answer disproved, until there is a credible one', () => {
    const { gate, observe } = setUp();
    observe(60, 0);
    observe(60, 0);
    assert.equal(gate.rateLimit?.limit, undefined);
    for (const priority of ['person', 'background', 'checking'] as const) {
      assert.equal(gate.delay(priority, 3), 0, priority);
    }
    observe(60, 0);
    assert.equal(gate.delay('background', 3), 0);
    observe(60, 12);
    assert.equal(gate.rateLimit?.remaining, 12);
    assert.equal(gate.delay('background', 0), minute);
  });

  it('holds everything back after a refusal, by the same time', async () => {
    const { clock, gate, observe, refuse } = setUp();
    observe(60, 59);
    refuse({ 'Retry-After': '5' });
    assert.equal(gate.delay('person', 0), 5 * second);
    assert.equal(gate.rateLimit?.heldUntil, clock.now() + 5 * second);
    refuse({ 'Retry-After': '3' });
    assert.equal(gate.delay('person', 0), 5 * second, 'the longest counts');
    await clock.advance(5 * second);
    assert.equal(gate.delay('person', 0), 0);
    assert.equal(gate.delay('person', 1), Number.POSITIVE_INFINITY, 'one request finds out');
    assert.equal(gate.delay('background', 0), minute - 5 * second);
  });

  it('waits longer after each refusal, a minute at most, and starts over after an answer', async () => {
    const { clock, gate, observe, refuse } = setUp();
    const waits: number[] = [];
    for (let each = 0; each < 5; each += 1) {
      if (each === 4) observe(60, 3);
      refuse();
      refuse();
      waits.push(gate.delay('person', 0));
      await clock.advance(gate.delay('person', 0));
    }
    assert.deepEqual(waits, [second, 3 * second, minute, minute, second]);
  });

  it('waits up to two minutes if Retry-After says so', () => {
    for (const [said, waits] of [
      ['90', 90 * second],
      ['3600', 120 * second],
    ] as const) {
      const { gate, refuse } = setUp();
      refuse({ 'Retry-After': said });
      assert.equal(gate.delay('person', 0), waits);
    }
  });

  it('is as free as before after a refusal by a service that sends no counts', async () => {
    const { clock, gate, refuse } = setUp();
    refuse({ 'Retry-After': '5' });
    await clock.advance(5 * second);
    gate.observe({ status: 200, headers: new Headers() }, 1);
    assert.equal(gate.delay('background', 3), 0);
  });

  it('uses the lowest count, because answers overtake each other', () => {
    const { gate, observe } = setUp();
    for (const remaining of [50, 47, 49]) observe(60, remaining, 4);
    assert.equal(gate.rateLimit?.remaining, 47);
  });

  it('recognizes a new window by a count that requests in flight do not explain', () => {
    const { gate, observe } = setUp();
    observe(60, 47);
    for (const [remaining, inFlight, known] of [
      [51, 4, 47],
      [52, 4, 52],
      [53, 1, 52],
    ] as const) {
      observe(60, remaining, inFlight);
      assert.equal(gate.rateLimit?.remaining, known);
    }
  });

  it('takes another limit at once', () => {
    const { gate, observe } = setUp();
    observe(60, 10, 4);
    observe(80, 11, 4);
    assert.equal(gate.rateLimit?.remaining, 11);
  });

  it('asks for a new window at growing pauses, and starts over when one begins', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 12);
    await clock.advance(minute);
    assert.equal(gate.delay('background', 0), 0);
    assert.equal(gate.delay('background', 1), Number.POSITIVE_INFINITY);
    observe(60, 11);
    const grown = Math.ceil(minute * (24 * 60) ** (1 / 6));
    assert.equal(gate.delay('background', 0), grown);
    await clock.advance(minute);
    observe(60, 10);
    assert.equal(gate.delay('background', 0), grown, 'a click was early and says nothing');
    observe(60, 59);
    observe(60, 12);
    assert.equal(gate.delay('background', 0), minute);
  });

  for (const by of [-hour, hour]) {
    it(`waits the same time if the clock is set by ${by} ms meanwhile`, async () => {
      const time = new FakeClock();
      let set = 0;
      const clock: Clock = {
        now: () => time.now() + set,
        elapsed: () => time.elapsed(),
        after: (...wait) => time.after(...wait),
      };
      const gate = new RateLimitGate(clock);
      gate.observe({ status: 200, headers: countsOf(60, 59) }, 1);
      gate.observe({ status: 429, headers: new Headers({ 'Retry-After': '60' }) }, 1);
      set = by;
      await time.advance(20 * second);
      assert.equal(gate.delay('person', 0), 40 * second);
      assert.equal(gate.rateLimit?.heldUntil, clock.now() + 40 * second);
    });
  }
});

/** What a service says of its limit, and of the window it counts. */
type Announce = (truth: Headers) => Headers;

/** Requests as a client sends them: by priority, held back by the gate, repeated after 429. */
class Traffic {
  readonly time = new FakeClock();
  readonly #service: ServiceWindow;
  readonly #announce: Announce;
  readonly #gate: RateLimitGate;
  readonly #scheduler: Scheduler;
  /** How many requests the service refused. */
  refused = 0;
  /** The lowest true count. */
  lowest = Number.POSITIVE_INFINITY;

  constructor(
    { limit, length, phase }: { limit: number; length: number; phase: number | undefined },
    announce: Announce = (truth) => truth,
  ) {
    this.#service = new ServiceWindow(this.time, limit, length, phase);
    this.#announce = announce;
    this.#gate = new RateLimitGate(this.time);
    this.#scheduler = new Scheduler(this.time, this.#gate, 4);
  }

  request(priority: Priority): Promise<void> {
    return withRetries(() => this.#scheduler.run(() => this.#exchange(), priority), {
      clock: this.time,
      random: () => 0.5,
      repeatable: true,
      signal: undefined,
    });
  }

  /** Background work without an end, one request at a time each. */
  goOn(priority: Priority, count: number, onDone: () => void = () => undefined): void {
    const next = async (): Promise<void> => {
      await this.request(priority).then(onDone, () => undefined);
      void next();
    };
    for (let each = 0; each < count; each += 1) void next();
  }

  async #exchange(): Promise<void> {
    await sleep(this.time, 25);
    const { isRefused, headers } = this.#service.count();
    await sleep(this.time, 25);
    const status = isRefused ? 429 : 200;
    this.#gate.observe({ status, headers: this.#announce(headers) }, this.#scheduler.running);
    this.lowest = Math.min(this.lowest, Number(headers.get('X-RateLimit-Remaining')));
    if (!isRefused) return;
    this.refused += 1;
    throw new ApiError('rateLimited', { method: 'GET', path: '/' }, 'refused', { status });
  }
}

describe('Requests under a rate limit', () => {
  const anyLength = fc.oneof(
    fc.integer({ min: second, max: 2 * minute }),
    fc.integer({ min: second, max: day }),
    fc.constant(minute),
    fc.constant(day),
  );
  const anyService = fc.record({
    length: anyLength,
    limit: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 20, max: 80 }) },
      { weight: 1, arbitrary: fc.integer({ min: 20, max: 1_000 }) },
    ),
    phase: fc.option(fc.nat(day), { nil: undefined }),
  });
  /** Moments of clicks, as shares of the whole time. */
  const anyMoments = fc.array(
    fc.integer({ min: 1, max: 999 }).map((share) => share / 1_000),
    { minLength: 60, maxLength: 60 },
  );

  it('answers every click at once while work goes on in the background', async () => {
    await fc.assert(
      fc.asyncProperty(anyService, anyMoments, async (service, moments) => {
        const { limit, length } = service;
        const traffic = new Traffic(service);
        const { time } = traffic;
        const duration = Math.max(3 * length, 3 * minute);
        const clicks = moments.slice(0, Math.floor(limit * 0.1) - 1);
        const took: number[] = [];
        let done = 0;
        const click = async (): Promise<void> => {
          const began = time.now();
          await traffic.request('person');
          took.push(time.now() - began);
        };
        await time.durationOf(click());
        traffic.goOn('background', 2, () => (done += 1));
        traffic.goOn('indexing', 1);
        traffic.goOn('checking', 1);
        for (const at of clicks) time.after(at * duration, () => void click());
        await time.advance(duration + second);
        assert.equal(took.length, clicks.length + 1);
        assert.ok(Math.max(...took) <= second, `${Math.max(...took)} ms`);
        assert.equal(traffic.refused, 0);
        assert.ok(done >= limit * 0.4, `${done} requests of background work`);
      }),
      { numRuns: 40 },
    );
  });

  const lies: Record<string, Announce> = {
    'that none remain': () => countsOf(60, 0),
    'that all remain': () => countsOf(60, 60),
    'a limit of 0': () => countsOf(0, 0),
    'a number of 400 digits': () => countsOf('9'.repeat(400), '9'.repeat(400)),
    nothing: () => new Headers(),
    'more than it allows': (truth) =>
      countsOf(160, 80 + Number(truth.get('X-RateLimit-Remaining'))),
  };
  for (const [title, announce] of Object.entries(lies)) {
    it(`answers every click in the end, and goes on, if the service announces ${title}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            length: fc.integer({ min: second, max: minute }),
            limit: fc.integer({ min: 10, max: 80 }),
            phase: fc.nat(minute),
          }),
          anyMoments,
          async (service, moments) => {
            const traffic = new Traffic(service, announce);
            const { time } = traffic;
            const clicks = moments.slice(0, 20);
            const took: number[] = [];
            let done = 0;
            traffic.goOn('background', 4, () => (done += 1));
            for (const at of clicks) {
              time.after(at * 20 * minute, () => {
                const began = time.now();
                void traffic.request('person').then(() => took.push(time.now() - began));
              });
            }
            await time.advance(23 * minute);
            assert.equal(took.length, clicks.length, 'a click failed');
            assert.ok(Math.max(...took) <= 2 * minute, `${Math.max(...took)} ms`);
            assert.ok(done >= service.limit * 5, `${done} of ${service.limit} a window`);
          },
        ),
        { numRuns: 10 },
      );
    });
  }

  it('ends a long list of a person in about the time that the limit dictates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 80 }), fc.nat(minute), async (limit, phase) => {
        const traffic = new Traffic({ limit, length: minute, phase });
        const all = Array.from({ length: 250 }, () => traffic.request('person'));
        const duration = await traffic.time.durationOf(Promise.all(all));
        const windows = Math.ceil(250 / limit);
        assert.ok(traffic.refused <= 4 * windows, `${traffic.refused}, ${windows} windows`);
        assert.ok(duration <= windows * (minute + 10 * second), `${duration} ms`);
      }),
      { numRuns: 50 },
    );
  });

  for (const [priority, left] of [
    ['background', 0.2],
    ['indexing', 0.8],
    ['checking', 0.9],
  ] as const) {
    it(`leaves its share of a minute to others, and makes progress: ${priority}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 10, max: 80 }),
          fc.option(fc.nat(minute), { nil: undefined }),
          async (limit, phase) => {
            const traffic = new Traffic({ limit, length: minute, phase });
            let done = 0;
            // Before the first answer, nothing is known.
            await traffic.time.durationOf(traffic.request('person'));
            traffic.goOn(priority, 4, () => (done += 1));
            await traffic.time.advance(10 * minute);
            assert.equal(traffic.refused, 0);
            // The person's request counts as well.
            const lowest = Math.floor(limit * left) - 1;
            assert.ok(traffic.lowest >= lowest, `${traffic.lowest} of ${limit}`);
            const own = Math.max(1, limit * (1 - left) - 2);
            assert.ok(done >= 9 * own, `${done} requests`);
          },
        ),
        { numRuns: 20 },
      );
    });
  }
});
