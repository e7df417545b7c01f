import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FakeClock } from '../../../support/fakeClock';
import { law } from '../../../support/laws/law';
import { ShiftingLog } from '../../../support/shiftingLog';
import type { EventLine } from '../../../../src/panels/follow/tail';
import { FollowedLog } from '../../../../src/panels/follow/follower';

const lineCount = 10_000;
const minute = 60_000;

/** A step: lines are written while the log is shown or hidden. */
interface Step {
  readonly lines: number;
  readonly lasts: number;
  readonly isShown: boolean;
  readonly answersAfter: number;
  readonly fails: boolean;
}

/** In bursts of several pages, but on average no more than can be read. */
const step: fc.Arbitrary<Step> = fc
  .record({
    lines: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 150 })),
    rests: fc.integer({ min: 1, max: 60_000 }),
    isShown: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
    answersAfter: fc.integer({ min: 0, max: 3_000 }),
    fails: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  })
  .map(({ lines, rests, ...rest }) => {
    const most = rest.isShown && !rest.fails ? lines : Math.min(lines, 10);
    return { ...rest, lines: most, lasts: rests + most * 1_000 };
  });

interface World {
  readonly clock: FakeClock;
  readonly log: ShiftingLog;
  readonly shown: EventLine[];
}

/** Follows a log while the steps are repeated until all lines are written. */
async function follow(
  steps: readonly Step[],
  parts: { readonly countsLines: boolean; readonly words: (index: number) => string },
): Promise<World> {
  const clock = new FakeClock();
  const log = new ShiftingLog(parts.countsLines);
  const shown: EventLine[] = [];
  let current: Step = { lines: 0, lasts: 0, isShown: true, answersAfter: 0, fails: false };
  for (let index = 0; index < 3; index += 1) log.write(clock.now(), parts.words(index));
  const written = (): number => log.written.length;
  const followed = new FollowedLog({
    clock,
    async read(page) {
      const { answersAfter, fails } = current;
      await new Promise<void>((resolve) => clock.after(answersAfter, resolve));
      const read = log.page(page, clock.now());
      if (fails) throw new Error('The service is busy.');
      return read;
    },
    add: (lines) => shown.push(...lines),
    tell: () => undefined,
  });
  followed.turn(true);
  await clock.advance(minute);
  for (let round = 0; written() < lineCount; round += 1) {
    current = steps[round % steps.length] as Step;
    followed.turn(current.isShown);
    const { lines, lasts } = current;
    for (let index = 0; index < lines; index += 1) {
      log.write(clock.now(), parts.words(written()));
      if (index % 10 === 9) await clock.advance(lasts / lines);
    }
    await clock.advance(lasts);
  }
  current = { ...current, fails: false };
  followed.turn(true);
  await clock.advance(30 * minute);
  followed.turn(false);
  return { clock, log, shown };
}

function assertSame({ shown, log: { written } }: World): void {
  const wrong = written.findIndex(({ key }, index) => shown[index]?.key !== key);
  assert.equal(wrong, -1, `line ${wrong} of ${written.length}: ${shown[wrong]?.key}`);
  const gaps = shown.filter(({ isAfterGap }) => isAfterGap).length;
  assert.deepEqual([shown.length, gaps], [written.length, 0]);
}

function assertPolite({ log }: World): void {
  const { readAt } = log;
  for (const [index, at] of readAt.entries()) {
    const sixth = readAt[index + 6];
    assert.ok(sixth === undefined || sixth - at >= minute - 3_000, 'more than 6 in a minute');
  }
}

/** Steps that write something, so that all lines are written in the end. */
const steps = fc
  .array(step, { minLength: 20, maxLength: 60 })
  .filter((all) => all.reduce((sum, { lines }) => sum + lines, 0) >= 400);

describe('A log of 10,000 lines whose pages shift while it is followed', () => {
  law(
    'neither loses nor repeats a line, even among equal ones, if the service reports their number',
    { runs: 4 },
    fc.asyncProperty(steps, async (all) => {
      const words = (index: number): string =>
        ['Started', 'Stopped'][index % 7 === 0 ? 1 : 0] ?? '';
      const world = await follow(all, { countsLines: true, words });
      assertSame(world);
      assertPolite(world);
    }),
  );

  law(
    "neither loses nor repeats a line if the service doesn't report their number",
    { runs: 4 },
    fc.asyncProperty(steps, async (all) => {
      const words = (index: number): string => `Job ${index} ran`;
      const world = await follow(all, { countsLines: false, words });
      assertSame(world);
      assertPolite(world);
    }),
  );
});
