import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { cronFields } from '../../../src/sandbox/http/input/cronField';

const accepts = (field: keyof typeof cronFields, text: string): boolean =>
  cronFields[field].safeParse(text).success;

const bounds = {
  minute: [0, 59],
  hour: [0, 23],
  dayOfMonth: [1, 31],
  month: [1, 12],
  dayOfWeek: [0, 7],
} as const;

const names = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

describe('A cron field', () => {
  for (const name of names) {
    const [least, most] = bounds[name];
    const value = fc.integer({ min: least, max: most });
    const step = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
    const range = fc.oneof(
      fc.constant('*'),
      fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    );
    const item = fc.oneof(
      value.map(String),
      fc.tuple(range, step).map(([text, by]) => (by ? `${text}/${by}` : text)),
    );

    it(`accepts lists of values, ranges and steps within its bounds as ${name}`, () => {
      fc.assert(
        fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), (items) =>
          accepts(name, items.join(',')),
        ),
      );
    });

    it(`rejects values beyond its bounds as ${name}`, () => {
      fc.assert(
        fc.property(fc.integer({ min: most + 1, max: 999 }), (n) => !accepts(name, `${n}`)),
      );
      if (least > 0) assert.ok(!accepts(name, '0'));
    });
  }

  it('accepts names of months and days, and no others', () => {
    assert.ok(accepts('month', 'jan-Mar,DEC'));
    assert.ok(accepts('dayOfWeek', 'mon-fri'));
    assert.ok(!accepts('hour', 'mon'));
    assert.ok(!accepts('month', 'mon'));
  });

  it('rejects anything but a cron field', () => {
    const wrong = [
      '',
      ' ',
      '*/0',
      '5/15',
      '*/',
      '5-1',
      '1-',
      '-1',
      '1,',
      '1 2',
      '**',
      '1/2/3',
      '1-2-3',
      '@daily',
    ];
    for (const text of wrong) assert.ok(!accepts('minute', text), text);
  });
});
