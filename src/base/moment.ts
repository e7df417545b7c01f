import { formats } from './l10n';

export const minuteMs = 60_000;

export const dayMs = 86_400_000;

/**
 * Converts a time from the service to ISO 8601: either that already, or `YYYY-MM-DD HH:MM:SS`
 * (API §1) without a time zone; undefined if it's neither. The service uses UTC wherever it states
 * a zone.
 */
export function toMoment(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2Z');
  const isIso = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text);
  return isIso && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** A time from the service in the person's language and time zone; other values stay as sent. */
export function writeMoment<Value>(value: Value): Value | string {
  const at = toMoment(value);
  return at === undefined ? value : formats.moment(Date.parse(at));
}

/** A time of day in UTC, such as `09:30`. */
export function toUtcClock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** Days before an end from which something counts as ending soon. */
export const soonDays = 14;
