import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sleep } from '../../../src/api/clock';
import { type Priority, type RateLimit, RateLimitGate } from '../../../src/api/rateLimit';
import { Scheduler } from '../../../src/api/scheduler';
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
  it('holds nothing back before the service says anything', () => {
    const { gate } = setUp();
    assert.equal(gate.delay('person', 100), 0);
    assert.equal(gate.delay('background', 100), 0);
  });

  it('holds nothing back where the service never speaks of a limit', () => {
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
    it(`takes "${limit}" and "${remaining}" for no limit at all`, () => {
      const { gate, told, observe } = setUp();
      observe(limit, remaining);
      assert.equal(gate.delay('background', 0), 0);
      assert.deepEqual(told, []);
    });
  }

  it('tells what the service said', () => {
    const { clock, told, observe } = setUp();
    observe(60, 59);
    assert.deepEqual(told, [
      { limit: 60, remaining: 59, seenAt: clock.now(), heldUntil: undefined },
    ]);
    observe(60, 0);
    assert.equal(told.at(-1)?.heldUntil, clock.now() + window);
  });

  it('counts what is under way as spent', () => {
    const { gate, observe } = setUp();
    observe(60, 3);
    assert.equal(gate.delay('person', 2), 0);
    assert.equal(gate.delay('person', 3), window);
  });

  it('leaves a fifth of the limit to the person', () => {
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
    gate.started('background');
    assert.equal(gate.delay('background', 0), 0, 'not yet');
    observe(60, 30);
    // 30 remain, 12 of them for the person: 18 in 60 s.
    assert.equal(gate.delay('background', 0), Math.ceil(window / 18));
    assert.equal(gate.delay('person', 0), 0);
    await clock.advance(Math.ceil(window / 18));
    assert.equal(gate.delay('background', 0), 0);
  });

  it('believes the lowest count: answers overtake each other', () => {
    const { told, observe } = setUp();
    observe(60, 50, 4);
    observe(60, 47, 4);
    observe(60, 49, 4);
    assert.equal(told.at(-1)?.remaining, 47);
  });

  it('sees a new window in a count that rises beyond what is under way', async () => {
    const { clock, gate, told, observe } = setUp();
    observe(60, 0);
    await clock.advance(20_000);
    observe(60, 59, 1);
    assert.equal(told.at(-1)?.remaining, 59);
    assert.equal(gate.windowEndsAt, clock.now() + window);
    assert.equal(gate.delay('person', 1), 0);
  });

  it('lets one request through when the window should be over, and no more until its answer', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 0);
    await clock.advance(window);
    assert.equal(gate.delay('person', 0), 0);
    assert.equal(gate.delay('person', 1), Infinity);
  });

  it('asks again only after a while where the window should be over and is not', async () => {
    const { clock, gate, observe } = setUp();
    observe(60, 12);
    await clock.advance(window);
    assert.equal(gate.delay('background', 0), 0);
    observe(60, 11, 1);
    assert.equal(gate.delay('background', 0), 1_000);
    assert.equal(gate.delay('person', 0), 0);
  });

  it('holds everything back after a refusal, though no longer than a window', async () => {
    const { clock, gate, told, observe } = setUp();
    observe(60, 59);
    gate.hold(clock.now() + 5_000);
    assert.equal(gate.delay('person', 0), 5_000);
    assert.equal(told.at(-1)?.heldUntil, clock.now() + 5_000);
    gate.hold(clock.now() + 3_600_000);
    assert.equal(gate.delay('person', 0), window);
  });

  it('opens again after a refusal by a service that tells no counts', async () => {
    const { clock, gate } = setUp();
    gate.hold(clock.now() + 5_000);
    await clock.advance(5_000);
    assert.equal(gate.delay('person', 0), 0);
    gate.observe(new Headers(), 1);
    assert.equal(gate.delay('person', 3), 0);
  });
});

describe('RateLimitGate before a service that counts', () => {
  const anyLimit = fc.integer({ min: 8, max: 80 });
  const anyPhase = fc.nat(window);

  /** Sends so many requests of 50 ms each, four at a time; tells how it went. */
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
        // A window that begins amid a burst goes unnoticed: then the next one is looked for too early.
        assert.ok(refused <= 1, `${refused} of 250 were refused`);
        const windows = Math.ceil(250 / limit);
        assert.ok(duration <= windows * (window + 1_000), `${duration} ms, ${windows} windows`);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the reserve alone in background work, and still gets on', async () => {
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
