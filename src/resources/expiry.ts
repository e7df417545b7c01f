import type { Translate } from '../base/translate';
import { dayMs, soonDays } from '../base/moment';

/** How long something remains valid. */
interface Expiry {
  readonly state: 'valid' | 'endsSoon' | 'expired';
  /** Such as `Expired 8 months ago`. */
  readonly text: string;
}

/** Describes an end date in the services' format; undefined if it isn't a date. */
export function describeExpiry(validUntil: string, now: number, t: Translate): Expiry | undefined {
  const end = toEnd(validUntil);
  if (end === undefined) return undefined;
  const days = Math.floor(Math.abs(end - now) / dayMs);
  if (end < now) return { state: 'expired', text: t('Expired {0} ago', describeDays(days, t)) };
  if (days <= soonDays) {
    return { state: 'endsSoon', text: t('Ends in {0}', describeDays(days, t)) };
  }
  return { state: 'valid', text: t('until {0}', toDay(validUntil)) };
}

/** The day alone: rows are narrow. */
function toDay(validUntil: string): string {
  return /^\d{4}-\d\d-\d\d/.exec(validUntil.trim())?.[0] ?? validUntil;
}

/** How long before the end a renewal is planned: a date further back is that of the last renewal. */
const planDays = 45;

/** Whether a certificate should have been renewed for at least a day, but wasn't. */
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

/** An end date in the services' format, in milliseconds; undefined if it isn't a date. */
export function toEnd(validUntil: string): number | undefined {
  const end = Date.parse(validUntil.trim().replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/, '$1T$2'));
  return Number.isNaN(end) ? undefined : end;
}

function describeDays(days: number, t: Translate): string {
  if (days < 1) return t('less than a day');
  if (days === 1) return t('1 day');
  if (days < 60) return t('{0} days', days);
  return days < 730
    ? t('{0} months', Math.floor(days / 30.4))
    : t('{0} years', Math.floor(days / 365));
}
