import assert from 'node:assert/strict';
import { findKind } from '../../../src/resources/kinds/kinds';
import { splitTime } from '../../../src/resources/cron/cronTime';
import { describeSchedule, nameAnySchedule } from '../../../src/resources/cron/describeRuns';

describe('A schedule in words', () => {
  for (const [time, english, german] of [
    ['30 2 * * *', 'At 02:30', 'Um 02:30'],
    ['*/5 * * * *', 'Every 5 minutes', 'Alle 5 Minuten'],
    ['0 */2 * * *', 'On the hour, every 2 hours', 'Zur vollen Stunde, alle 2 Stunden'],
    ['0 8 * * 1', 'At 08:00, only on Monday', 'Um 08:00, nur jeden Montag'],
    // Either day is sufficient.
    [
      '0 0 1 * 0',
      'At 00:00, on day 1 of the month, and on Sunday',
      'Um 00:00, an Tag 1 des Monats, und jeden Sonntag',
    ],
    // Both days have to match.
    [
      '0 0 */2 * 1',
      'At 00:00, every 2 days in a month, only on Monday',
      'Um 00:00, alle 2 Tage, nur jeden Montag',
    ],
  ] as const) {
    it(`of ${time}`, async () => {
      assert.equal(await describeSchedule(splitTime(time), 'en-GB'), english);
      assert.equal(await describeSchedule(splitTime(time), 'de'), german);
      assert.equal(await describeSchedule(splitTime(time), 'fr'), english);
    });
  }
});

describe('The words for a schedule in its document', () => {
  for (const time of ['30 2 * * *', '*/5 * * * *', '0 8 * * 1', '0 5 1 * *']) {
    it(`are those of its row: ${time}`, async () => {
      const { description } = findKind('cronJob').present({ id: 1, label: 'x', time });
      assert.equal(await nameAnySchedule(time, 'en'), String(description));
    });
  }

  it("exist for schedules that a row doesn't have brief words for", async () => {
    assert.equal(
      await nameAnySchedule('0 0 1 * 0', 'en'),
      'At 00:00, on day 1 of the month, and on Sunday',
    );
  });
});
