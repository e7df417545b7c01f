import { daysPerWeek, minutesPerDay, startOfDay, type Starts, startsOf } from './starts';
import type { Resource } from '../../resources/kinds/kind';

const counts = new Uint16Array(daysPerWeek * minutesPerDay);

/**
 * The minute of the coming week in which most jobs start: the number of jobs and the time of day in
 * UTC; undefined if no minute has more than `most`.
 */
export function findBurst(
  jobs: readonly Resource[],
  most: number,
  now: number,
): readonly [count: number, time: string] | undefined {
  if (jobs.length <= most) return undefined;
  const firstDay = startOfDay(now);
  counts.fill(0);
  let busiest = 0;
  for (const [time, count] of groupByTime(jobs)) {
    const starts = startsOf(time, firstDay);
    if (starts) busiest = add(starts, count, busiest);
  }
  const found = counts[busiest] ?? 0;
  return found > most ? [found, describeMinute(busiest % minutesPerDay)] : undefined;
}

function groupByTime(jobs: readonly Resource[]): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  for (const { time } of jobs) {
    if (typeof time === 'string') groups.set(time, (groups.get(time) ?? 0) + 1);
  }
  return groups;
}

/** Counts starts. @returns the first of the busiest minutes. */
function add(starts: Starts, count: number, before: number): number {
  let busiest = before;
  let most = counts[busiest] ?? 0;
  for (const day of starts.days) {
    for (const minute of starts.minutes) {
      const at = day * minutesPerDay + minute;
      const sum = (counts[at] ?? 0) + count;
      counts[at] = sum;
      if (sum < most || (sum === most && at > busiest)) continue;
      most = sum;
      busiest = at;
    }
  }
  return busiest;
}

function describeMinute(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')} UTC`;
}
