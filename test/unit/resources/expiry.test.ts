import assert from 'node:assert/strict';
import { toMoment, toTime } from '../../../src/base/moment';
import { describeExpiry, hasRenewalFailed } from '../../../src/resources/expiry';
import { findKind } from '../../../src/resources/kinds/kinds';
import { inLanguage } from '../../support/languages/inLanguage';

const now = Date.UTC(2026, 5, 15, 12);

describe('The validity of a certificate', () => {
  for (const [validUntil, state, text] of [
    ['2025-10-10 00:00:00', 'expired', 'Expired 8 months ago'],
    ['2026-06-15 11:00:00Z', 'expired', 'Expired less than a day ago'],
    ['2026-06-14T11:00:00Z', 'expired', 'Expired 1 day ago'],
    ['2023-06-01', 'expired', 'Expired 3 years ago'],
    ['2026-06-29T12:00:00Z', 'endsSoon', 'Ends in 14 days'],
    ['2026-06-30T13:00:00Z', 'valid', 'until Jun 30, 2026'],
    ['2027-01-31', 'valid', 'until Jan 31, 2027'],
    ['2027-01-31 23:59:59', 'valid', 'until Jan 31, 2027'],
    ['2027-01-31T23:30:00-11:00', 'valid', 'until Jan 31, 2027'],
    ['2027-01-31 23:59:59 UTC', 'valid', 'until Jan 31, 2027'],
  ] as const) {
    it(`is described for ${validUntil}: ${text}`, () => {
      assert.deepEqual(describeExpiry(validUntil, now), { state, text });
    });
  }

  for (const other of [
    'soon',
    'in 90 days',
    '90',
    '2001',
    '12/31/2026',
    '01.02.2027',
    'Jan 31, 2027',
    'Jan 31 23:59:59 2027',
    '2027-1-1',
    '2027-02-30',
    '2027-13-01',
    '2027-01-31 25:00:00',
    '2027-01-31 10:00:00 CEST',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00Z',
    '',
  ]) {
    it(`isn't known from "${other}", which is no date in a known form`, () => {
      assert.equal(describeExpiry(other, now), undefined);
      assert.equal(toMoment(other), undefined);
    });
  }

  it('names the same day in every language and time zone', async () => {
    const zone = process.env['TZ'];
    try {
      for (const each of ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati']) {
        process.env['TZ'] = each;
        await inLanguage('de', {}, () => {
          for (const validUntil of ['2027-01-31', '2027-01-31 00:00:00', '2027-01-31T23:59:59Z']) {
            assert.equal(describeExpiry(validUntil, now)?.text, 'until 31.01.2027', each);
          }
        });
        assert.equal(toTime('2027-01-31 12:00:00'), Date.UTC(2027, 0, 31, 12), each);
        assert.equal(toTime('2027-01-31'), Date.UTC(2027, 0, 31), each);
        assert.equal(toTime('2027-01-31T12:00'), Date.UTC(2027, 0, 31, 12), each);
        assert.equal(toTime('2027-01-31 12:00:00.5 +0530'), Date.UTC(2027, 0, 31, 6, 30, 0, 500));
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('has days in its tooltip, too, and whatever a service sends in place of a date', () => {
    const { facts = [] } = findKind('ssl').present({
      validUntil: '2027-01-31 10:00:00',
      renewalDate: 'soon',
    });
    assert.deepEqual(
      facts.map(([, value]) => String(value)),
      ['Jan 31, 2027', 'soon', ''],
    );
  });

  for (const [renewalDate, validUntil, isOverdue] of [
    ['2026-06-01 00:00:00', '2026-07-01 00:00:00', true],
    ['2026-06-15 00:00:00', '2026-07-15 00:00:00', false],
    ['2026-07-01 00:00:00', '2026-08-01 00:00:00', false],
    ['2026-05-01 00:00:00', '2026-07-30 00:00:00', false],
    ['soon', '2026-07-01 00:00:00', undefined],
    [null, '2026-07-01 00:00:00', undefined],
    ['2026-06-01 00:00:00', 'later', undefined],
  ] as const) {
    const words = isOverdue === undefined ? 'unknown' : isOverdue ? 'overdue' : 'not overdue';
    it(`makes a renewal due on ${renewalDate} ${words}`, () => {
      assert.equal(hasRenewalFailed({ validUntil, renewalDate }, now), isOverdue);
    });
  }

  it('marks the row of a certificate whose renewal failed, and shows the expiry date', () => {
    const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    const ssl = { validUntil: at(20), renewalDate: at(-10) };
    const { icon, description } = findKind('ssl').present(ssl);
    assert.equal(icon?.id, 'error');
    assert.match(String(description), /^Renewal failed · until /);
  });

  it('marks the row of a certificate that expires soon', () => {
    const validUntil = new Date(Date.now() + 5.5 * 86_400_000).toISOString();
    const { icon, description } = findKind('ssl').present({ validUntil });
    assert.deepEqual([icon?.id, String(description)], ['warning', 'Ends in 5 days']);
  });

  it('marks the row of an expired certificate', () => {
    const { icon } = findKind('ssl').present({ validUntil: '2020-01-01' });
    assert.deepEqual(icon, { id: 'error', color: 'list.errorForeground' });
  });
});
