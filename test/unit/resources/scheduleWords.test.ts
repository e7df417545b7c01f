import assert from 'node:assert/strict';
import { nameSchedule } from '../../../src/resources/cron/describeRuns';

describe('A schedule in words', () => {
  for (const [time, words] of [
    ['* * * * *', 'Every minute'],
    ['*/1 * * * *', 'Every minute'],
    ['*/5 * * * *', 'Every 5 minutes'],
    ['0 * * * *', 'Every hour'],
    ['15 * * * *', 'Every hour at minute 15'],
    ['0 */6 * * *', 'Every 6 hours'],
    ['30 */6 * * *', 'Every 6 hours at minute 30'],
    ['0 0 * * *', 'Every day at 0:00'],
    ['5 3 * * *', 'Every day at 3:05'],
    ['0 8 * * 1-5', 'On weekdays at 8:00'],
    ['0 8 * * Mon-Fri', 'On weekdays at 8:00'],
    ['0 8 * * 6,0', 'On weekends at 8:00'],
    ['0 4 * * 0', 'Every Sunday at 4:00'],
    ['0 4 * * 7', 'Every Sunday at 4:00'],
    ['0 4 * * wed', 'Every Wednesday at 4:00'],
    ['0 5 1 * *', 'On the first of the month at 5:00'],
    ['0 5 15 * *', 'On day 15 of the month at 5:00'],
  ] as const) {
    it(`is "${words}" for ${time}`, () => assert.equal(nameSchedule(time), words));
  }

  for (const time of [
    '',
    '@daily',
    '*/7 * * * *',
    '0 */5 * * *',
    '*/5 * * * 1-5',
    '0 5 1 * 1',
    '0 5 1 1 *',
    '0 5 0 * *',
    '60 5 * * *',
    '0 24 * * *',
    '0 4 * * 8',
    '0  4 * * 1',
    '1,2 4 * * *',
  ]) {
    it(`stays unchanged for "${time}"`, () => assert.equal(nameSchedule(time), undefined));
  }
});
