/** A date as v2 and most of v3 write it, in UTC: `YYYY-MM-DD HH:MM:SS` (reference §1). */
export function toTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** A date as canvas and WAF answers write it: ISO 8601 with microseconds and `Z` (reference §1). */
export function toIsoTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '000Z');
}
