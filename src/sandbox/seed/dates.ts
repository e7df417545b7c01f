import { dayMs, toIsoTimestamp, toTimestamp } from '../state/time';

const firstDay = Date.UTC(2024, 0, 1);

function dayAndMinute(day: number, minute: number): Date {
  return new Date(firstDay + day * dayMs + minute * 60_000);
}

/** A fixed date, counted in days from the start of 2024: seeds never depend on the clock. */
export function seedDate(day: number, minute = 9 * 60 + 17): string {
  return toTimestamp(dayAndMinute(day, minute));
}

/** Like {@link seedDate}, in the format of canvas and WAF answers. */
export function seedIsoDate(day: number, minute = 9 * 60 + 17): string {
  return toIsoTimestamp(dayAndMinute(day, minute));
}
