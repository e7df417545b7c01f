import { dayMs, soonDays, toTime } from '../base/moment';
import { formats, t } from '../base/l10n';

interface Expiry {
  readonly state: 'valid' | 'endsSoon' | 'expired';
  /** Such as `Expired 8 months ago`. */
  readonly text: string;
}

export function stateOfEnd(end: number, now: number): Expiry['state'] {
  if (end < now) return 'expired';
  return end - now < (soonDays + 1) * dayMs ? 'endsSoon' : 'valid';
}

export function describeExpiry(validUntil: unknown, now: number): Expiry | undefined {
  const end = toTime(validUntil);
  if (end === undefined) return undefined;
  const state = stateOfEnd(end, now);
  return state === 'valid'
    ? { state, text: t('until {0}', writeDay(String(validUntil))) }
    : { state, text: describeEnd(end, now) };
}

export function describeEnd(end: number, now: number): string {
  const days = Math.floor(Math.abs(end - now) / dayMs);
  return end < now
    ? t('Expired {0} ago', describeDays(days))
    : t('Ends in {0}', describeDays(days));
}

/** The day of a date from the service, in the person's language; other values stay as sent. */
export function writeDay<Value>(date: Value): Value | string {
  return toTime(date) === undefined
    ? date
    : formats.day(Date.parse(String(date).trim().slice(0, 'YYYY-MM-DD'.length)));
}

/** How long before the end a renewal is planned: a date further back is that of the last renewal. */
const planDays = 45;

/** The members of a certificate that tell how long it's valid, as far as they are known. */
export interface CertificateDates {
  readonly validUntil?: unknown;
  readonly renewalDate?: unknown;
  readonly method?: unknown;
}

/** Should have renewed itself at least a day ago, and is about to end; undefined if unknown. */
export function hasRenewalFailed(
  { validUntil, renewalDate, method }: CertificateDates,
  now: number,
): boolean | undefined {
  const [end, renewal] = [toTime(validUntil), toTime(renewalDate)];
  if (end === undefined) return undefined;
  // Only the person can renew a certificate that they installed.
  const isInstalled = method === 'custom' || method === 'csr';
  if (isInstalled || stateOfEnd(end, now) === 'expired') return false;
  if (renewal === undefined) return undefined;
  const isPlan = renewal < end && end - renewal <= planDays * dayMs;
  return isPlan && now - renewal >= dayMs;
}

function describeDays(days: number): string {
  if (days < 1) return t('less than a day');
  if (days === 1) return t('1 day');
  if (days < 60) return t('{0} days', days);
  return days < 730
    ? t('{0} months', Math.floor(days / 30.4))
    : t('{0} years', Math.floor(days / 365));
}
