import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sleep } from '../../../src/api/scheduling/clock';
import { type Priority, RateLimitGate } from '../../../src/api/scheduling/rateLimit';
import { Scheduler } from '../../../src/api/scheduling/scheduler';
import { FakeClock } from '../../support/fakeClock';
import { ServiceWindow } from '../../support/serviceWindow';

const minute = 60_000;
const limit = 60;
/** How long a request takes, in milliseconds. */
const takes = 50;
/** How long before the end of a window checks use the rest of the limit, in milliseconds. */
const atEnd = 2_000;

/** A click, and how many requests it makes at once. */
interface Click {
  readonly at: number;
  readonly requests: number;
}

const click: fc.Arbitrary<Click> = fc.record({
  at: fc.integer({ min: 0, max: 60 * minute }),
  requests: fc.integer({ min: 1, max: 3 }),
});

/** A person who clicks all the time, or loads a lot at once. */
const heavyClick: fc.Arbitrary<Click> = fc.record({
  at: fc.integer({ min: 0, max: 60 * minute }),
  requests: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 20, max: 59 })),
});

/** Leaves out clicks that would have to wait anyway, with so many requests a minute. */
function within(most: number, clicks: readonly Click[]): readonly Click[] {
  const kept: Click[] = [];
  for (const each of clicks.toSorted((a, b) => a.at - b.at)) {
    const before = kept.filter(({ at }) => at > each.at - minute - takes);
    const made = before.reduce((sum, { requests }) => sum + requests, each.requests);
    if (made <= most) kept.push(each);
  }
  return kept;
}

/** An hour with clicks, with or without endless checks in the background, one at a time. */
async function live(clicks: readonly Click[], phase: number | undefined, isChecking: boolean) {
  const clock = new FakeClock();
  const gate = new RateLimitGate(clock, minute);
  const scheduler = new Scheduler(clock, gate, 4);
  const service = new ServiceWindow(clock, limit, minute, phase);
  const checkedAt: number[] = [];
  const waits: number[] = [];
  let isOver = false;
  const ask = (priority: Priority): Promise<void> =>
    scheduler.run(async () => {
      if (priority === 'checking') checkedAt.push(clock.now());
      await sleep(clock, takes / 2);
      const { headers } = service.count();
      await sleep(clock, takes / 2);
      gate.observe(headers, scheduler.running);
    }, priority);
  const check = async (): Promise<void> => {
    await ask('checking');
    if (!isOver) void check();
  };
  // The person opened the view.
  await clock.durationOf(ask('person'));
  const start = clock.now();
  if (isChecking) void check();
  for (const [index, { at, requests }] of clicks.entries()) {
    clock.after(at, () => {
      const clickedAt = clock.now();
      const all = Array.from({ length: requests }, () => ask('person'));
      void Promise.all(all).then(() => (waits[index] = clock.now() - clickedAt));
    });
  }
  await clock.advance(62 * minute);
  isOver = true;
  return { waits, checkedAt: checkedAt.map((at) => at - start) };
}

/** Windows as a service may count them: aligned to its own time, or begun by a request. */
const anyPhase = fc.option(fc.integer({ min: 0, max: minute - 1 }), { nil: undefined });

/** An hour of a person who clicks now and then. */
const clicksWithin = (most: number): fc.Arbitrary<readonly Click[]> =>
  fc.array(click, { minLength: 60, maxLength: 400 }).map((clicks) => within(most, clicks));

/** How much longer each click waits because of the checks, in milliseconds. */
async function compare(clicks: readonly Click[], phase: number | undefined) {
  const without = await live(clicks, phase, false);
  const { waits, checkedAt } = await live(clicks, phase, true);
  assert.equal(waits.length, clicks.length);
  const longer = waits.map((wait, index) => wait - (without.waits[index] ?? 0));
  return { longer, checkedAt };
}

describe('Checks in the background of a service that allows 60 requests a minute', () => {
  it('never delay a person who leaves a tenth of the limit', async () => {
    await fc.assert(
      fc.asyncProperty(clicksWithin(limit * 0.9), anyPhase, async (clicks, phase) => {
        const { longer } = await compare(clicks, phase);
        assert.ok(Math.max(...longer) <= takes, `${Math.max(...longer)} ms longer`);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('use at most a tenth, and continue if a person leaves a quarter', async () => {
    await fc.assert(
      fc.asyncProperty(clicksWithin(limit * 0.75), anyPhase, async (clicks, phase) => {
        const { checkedAt } = await live(clicks, phase, true);
        const most = Math.max(
          ...checkedAt.map(
            (at) => checkedAt.filter((each) => each >= at && each < at + minute).length,
          ),
        );
        assert.ok(most <= limit / 10, `${most} in a minute`);
        assert.ok(checkedAt.length >= 40, `${checkedAt.length} in an hour`);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('delay a person who leaves one request at most until the window ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(heavyClick, { minLength: 60, maxLength: 200 })
          .map((clicks) => within(limit - 1, clicks)),
        anyPhase,
        async (clicks, phase) => {
          const { longer } = await compare(clicks, phase);
          assert.ok(Math.max(...longer) <= atEnd + takes, `${Math.max(...longer)} ms longer`);
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('pause after a person used the entire limit, and then cause no delay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(heavyClick, { minLength: 40, maxLength: 100 })
          .map((clicks) => within(90, [{ at: 0, requests: 49 }, ...clicks])),
        anyPhase,
        async (clicks, phase) => {
          const { longer, checkedAt } = await compare(clicks, phase);
          assert.ok(Math.max(...longer) <= 0, `${Math.max(...longer)} ms longer`);
          assert.deepEqual(
            checkedAt.filter((at) => at < 60 * minute),
            [],
          );
        },
      ),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
