import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { nextRuns, parseSchedule, splitTime } from '../../../src/resources/cron/cronSchedule';
import { heldMegabytes } from '../../bench/heldMegabytes';

function runsOf(time: string, after: string, count = 5): string[] {
  const schedule = parseSchedule(splitTime(time));
  assert.ok('minutes' in schedule, time);
  return nextRuns(schedule, new Date(after), count).map((run) => run.toISOString().slice(0, 16));
}

describe('Cron schedules', () => {
  const cases = [
    { time: '*/5 * * * *', runs: ['2026-11-20T08:05', '2026-11-20T08:10'] },
    { time: '0 3 * * *', runs: ['2026-11-21T03:00', '2026-11-22T03:00'] },
    { time: '30 8 * * mon-fri', runs: ['2026-11-20T08:30', '2026-11-23T08:30'] },
    { time: '0 4 * * 7', runs: ['2026-11-22T04:00', '2026-11-29T04:00'] },
    { time: '0 0 29 feb *', runs: ['2028-02-29T00:00', '2032-02-29T00:00'] },
    // If both days are given, one match is enough.
    { time: '0 0 1 * 0', runs: ['2026-11-22T00:00', '2026-11-29T00:00', '2026-12-01T00:00'] },
    { time: '5-59/20,59 8 * * *', runs: ['2026-11-20T08:05', '2026-11-20T08:25'] },
  ];
  for (const { time, runs } of cases) {
    it(`run ${time} when cron would`, () => {
      assert.deepEqual(runsOf(time, '2026-11-20T08:00:30Z', runs.length), runs);
    });
  }

  it('never run on February 31', () => {
    assert.deepEqual(runsOf('0 0 31 2 *', '2026-11-20T08:00:00Z'), []);
  });

  for (const time of [
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'x * * * *',
    '* * * *',
    '1.5 * * * *',
    '* * * foo *',
    '5/15 * * * *',
    '0 jan/2 * * *',
    '0 0 * * 1,3/2',
  ]) {
    it(`reject ${time}`, () => {
      assert.ok('field' in parseSchedule(splitTime(time)));
    });
  }

  it('find a leap day that is a Sunday, however far away, and each of five in a row', () => {
    assert.deepEqual(runsOf('0 0 29 2 */7', '2026-11-20T08:00:00Z', 2), [
      '2032-02-29T00:00',
      '2060-02-29T00:00',
    ]);
    assert.equal(runsOf('0 0 29 2 *', '2026-11-20T08:00:00Z', 5).length, 5);
  });

  it('suggest a correction for a step without a range', () => {
    const fixOf = (time: string): unknown => {
      const problem = parseSchedule(splitTime(time));
      return 'field' in problem ? [problem.field, problem.fix] : undefined;
    };
    assert.deepEqual(fixOf('5/15 * * * *'), ['minute', '5-59/15']);
    assert.deepEqual(fixOf('0 0 3,5/10 * *'), ['dayOfMonth', '3,5-31/10']);
    assert.deepEqual(fixOf('0 0 * * 1/2'), ['dayOfWeek', '1-6/2']);
    assert.deepEqual(fixOf('61/5 * * * *'), ['minute', undefined]);
    assert.deepEqual(fixOf('99 * * * *'), ['minute', undefined]);
  });

  it('run only at matching minutes and hours, in order, after the given time', () => {
    const field = (most: number): fc.Arbitrary<string> =>
      fc.oneof(
        fc.constant('*'),
        fc.integer({ min: 1, max: most }).map((step) => `*/${step}`),
        fc.integer({ min: 0, max: most }).map(String),
      );
    fc.assert(
      fc.property(
        field(59),
        field(23),
        fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        (minute, hour, after) => {
          const schedule = parseSchedule(splitTime(`${minute} ${hour} * * *`));
          assert.ok('minutes' in schedule);
          let last = after.getTime();
          for (const run of nextRuns(schedule, after, 5)) {
            assert.ok(run.getTime() > last);
            assert.ok(schedule.minutes.has(run.getUTCMinutes()));
            assert.ok(schedule.hours.has(run.getUTCHours()));
            last = run.getTime();
          }
          assert.ok(last > after.getTime());
        },
      ),
    );
  });
});

describe('Schedules that a service made very long', () => {
  it("aren't kept in memory", () => {
    const before = heldMegabytes();
    for (let index = 0; index < 100; index += 1) {
      parseSchedule(splitTime(`${index}${'z'.repeat(200_000)} * * * *`));
    }
    assert.ok(heldMegabytes() - before < 5);
  });
});
