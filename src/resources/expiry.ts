import { dayMs, soonDays } from '../base/moment';
import { formats, t } from '../base/l10n';

/** How long something remains valid. */
interface Expiry {
  readonly state: 'valid' | 'endsSoon' | 'expired';
  /** Such as `Expired 8 months ago`. */
  readonly text: string;
}

export function stateOfEnd(end: number, now: number): Expiry['state'] {
  if (end < now) return 'expired';
  return end - now < (soonDays + 1) * dayMs ? 'endsSoon' : 'valid';
}

/** Describes an end date in the services' format; undefined if it isn't a date. */
export function describeExpiry(validUntil: string, now: number): Expiry | undefined {
  const end = toEnd(validUntil);
  if (end === undefined) return undefined;
  const state = stateOfEnd(end, now);
  return state === 'valid'
    ? { state, text: t('until {0}', writeDay(validUntil)) }
    : { state, text: describeEnd(end, now) };
}

/** How long ago something ended, or how soon it does. */
export function describeEnd(end: number, now: number): string {
  const days = Math.floor(Math.abs(end - now) / dayMs);
  return end < now
    ? t('Expired {0} ago', describeDays(days))
    : t('Ends in {0}', describeDays(days));
}

/** The day of a date in the services' format, in the person's language; other texts stay as sent. */
export function writeDay<Value>(date: Value): Value | string {
  if (typeof date !== 'string' || toEnd(date) === undefined) return date;
  const [day] = /^\d{4}-\d\d-\d\d/.exec(date.trim()) ?? [];
  return day === undefined ? date : formats.day(Date.parse(day));
}

/** How long before the end a renewal is planned: a date further back is that of the last renewal. */
const planDays = 45;

/** True if a certificate should have been renewed for at least a day, but wasn't. */
export function isRenewalOverdue(
  dates: {
    readonly validUntil?: string | null | undefined;
    readonly renewalDate?: string | null | undefined;
  },
  now: number,
): boolean {
  const [end, renewal] = [dates.validUntil, dates.renewalDate].map((date) => toEnd(date ?? ''));
  if (end === undefined || renewal === undefined) return false;
  const isPlan = renewal < end && end - renewal <= planDays * dayMs;
  return isPlan && now - renewal >= dayMs;
}

/**
 * An end date in the services' format, in milliseconds; undefined if it isn't a date. One without a
 * time zone is in UTC.
 */
export function toEnd(validUntil: string): number | undefined {
  const iso = validUntil.trim().replace(/^(\d{4}-\d\d-\d\d) /, '$1T');
  const end = Date.parse(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso);
  return Number.isNaN(end) ? undefined : end;
}

function describeDays(days: number): string {
  if (days < 1) return t('less than a day');
  if (days === 1) return t('1 day');
  if (days < 60) return t('{0} days', days);
  return days < 730
    ? t('{0} months', Math.floor(days / 30.4))
    : t('{0} years', Math.floor(days / 365));
}
