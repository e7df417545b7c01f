import { formats } from './l10n';

export const minuteMs = 60_000;

export const dayMs = 86_400_000;

/** ISO 8601 or `YYYY-MM-DD HH:MM:SS` (API §1), perhaps without a time of day or a zone. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(Z|UTC|[+-]\d\d:?\d\d))?)?$/;

/** ISO 8601; undefined if of no known form or without a time of day; UTC unless it has a zone. */
export function toMoment(value: unknown): string | undefined {
  return typeof value === 'string' && value.includes(':') ? toIso(value) : undefined;
}

/** A time or day from the service, in milliseconds; undefined if it has none of the known forms. */
export function toTime(value: unknown): number | undefined {
  const iso = toIso(value);
  return iso === undefined ? undefined : Date.parse(iso);
}

function toIso(value: unknown): string | undefined {
  const match = typeof value === 'string' ? timeForm.exec(value.trim()) : undefined;
  const [, day = '', clock = '00:00', zone = 'Z'] = match ?? [];
  // `Date.parse` continues in March after the 30th of February; years before 1970 mean "never".
  const midnight = Date.parse(day);
  if (!(midnight > 0) || !new Date(midnight).toISOString().startsWith(day)) return undefined;
  const iso = `${day}T${clock}${zone === 'UTC' ? 'Z' : zone}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}

/** A time from the service in the person's language and time zone; other values stay as sent. */
export function writeMoment<Value>(value: Value): Value | string {
  const at = toMoment(value);
  return at === undefined ? value : formats.moment(Date.parse(at));
}

export function toUtcClock(at: number): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** Days before an end from which something counts as ending soon. */
export const soonDays = 14;
