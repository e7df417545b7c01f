/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** A date in the format of v2 and most of v3, in UTC: `YYYY-MM-DD HH:MM:SS` (API §1). */
export function toTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** A date in the format of canvas and WAF answers: ISO 8601 with microseconds and `Z` (API §1). */
export function toIsoTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
