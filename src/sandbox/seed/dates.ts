import { dayMs, toIsoTimestamp, toTimestamp } from '../state/time';

/** The day that the seeds are written for, as day 300: their dates never depend on the clock. */
export const seedDay = '2024-10-27';
const firstDay = Date.parse(seedDay) - 300 * dayMs;

function dayAndMinute(day: number, minute: number): Date {
  return new Date(firstDay + day * dayMs + minute * 60_000);
}

/** A date of the seeds, counted in days up to day 300. */
export function seedDate(day: number, minute = 9 * 60 + 17): string {
  return toTimestamp(dayAndMinute(day, minute));
}

/** Like {@link seedDate}, in the format of canvas and WAF answers. */
export function seedIsoDate(day: number, minute = 9 * 60 + 17): string {
  return toIsoTimestamp(dayAndMinute(day, minute));
}

/** The day of a date, also of one that names a release: `20241027091700`. */
const dayOfDate = /^(\d{4})(-?)(\d\d)\2(\d\d)(?=[T ]\d|\d{6}$)/;

/** A copy of seeded data as of another day: every date is moved by the same number of days. */
export function asOf<Data>(day: string, data: Data): Data {
  if (day === seedDay) return structuredClone(data);
  const distance = Date.parse(day) - Date.parse(seedDay);
  const move = (_name: string, value: unknown): unknown =>
    typeof value === 'string'
      ? value.replace(dayOfDate, (_all, year: string, dash: string, month: string, date: string) =>
          new Date(Date.parse(`${year}-${month}-${date}`) + distance)
            .toISOString()
            .slice(0, seedDay.length)
            .replaceAll('-', dash),
        )
      : value;
  return JSON.parse(JSON.stringify(data), move) as Data;
}
