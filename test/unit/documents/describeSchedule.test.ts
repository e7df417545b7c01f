import assert from 'node:assert/strict';
import { splitTime } from '../../../src/resources/cronTime';
import { describeSchedule } from '../../../src/resources/describeSchedule';
import type { Translate } from '../../../src/shared/translate';

const t: Translate = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));

describe('A schedule in words', () => {
  for (const [time, words] of [
    ['30 2 * * *', 'at 02:30, every day'],
    ['*/5 * * * *', 'every 5th minute, every day'],
    ['15 */6 * * *', 'minute 15, every 6th hour, every day'],
    ['0 8 * * 1', 'at 08:00, day of the week 1'],
    ['0 8 1 jan-mar *', 'at 08:00, day of the month 1, month jan to mar'],
    ['* 9-17 * * 1-5', 'every minute, hour 9 to 17, day of the week 1 to 5'],
  ] as const) {
    it(`${time} is ${words}`, () => assert.equal(describeSchedule(splitTime(time), t), words));
  }
});
