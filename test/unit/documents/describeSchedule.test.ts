import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/base/l10n';
import { findKind } from '../../../src/resources/kinds/kinds';
import { splitTime } from '../../../src/resources/cron/cronSchedule';
import { describeSchedule, nameAnySchedule } from '../../../src/resources/cron/describeRuns';

describe('A schedule in words', () => {
  after(() => useLanguage('en'));

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
    it(`of ${time}`, () => {
      for (const [language, words] of [
        ['en-GB', english],
        ['de', german],
        ['fr', english],
      ] as const) {
        useLanguage(language);
        assert.equal(describeSchedule(splitTime(time)), words);
      }
    });
  }
});

describe('The words for a schedule in its document', () => {
  for (const time of ['30 2 * * *', '*/5 * * * *', '0 8 * * 1', '0 5 1 * *']) {
    it(`are those of its row: ${time}`, () => {
      const { description } = findKind('cronJob').present({ id: 1, label: 'x', time });
      assert.equal(nameAnySchedule(time), String(description));
    });
  }

  for (const [time, words] of [
    ['0 0 1 * 0', 'At 00:00, on day 1 of the month, and on Sunday'],
    ['*/5 * * * 1-5', 'Every 5 minutes, Monday through Friday'],
    ['0 5 1 1 *', 'At 05:00, on day 1 of the month, only in January'],
    ['@weekly', 'At 00:00, only on Sunday'],
    ['@reboot', 'Run once, at startup'],
    // Cron runs none of these.
    ['5/15 * * * *', '5/15 * * * *'],
    ['60 5 * * *', '60 5 * * *'],
    ['@never', '@never'],
  ] as const) {
    it(`are in its row in any form, if cron runs it: ${time}`, () => {
      const { description } = findKind('cronJob').present({ id: 1, label: 'x', time });
      assert.equal(String(description), words);
    });
  }
});
