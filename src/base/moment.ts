/** A day in milliseconds. */
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
