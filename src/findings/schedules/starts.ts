import { parsedOf, RememberedSchedules } from './parsed';
import { dayMs } from '../../base/moment';

export const minutesPerDay = 1_440;
export const daysPerWeek = 7;

/** When a schedule starts a job, within the coming week. */
export interface Starts {
  /** Minutes since midnight of the days on which it runs, in UTC, in ascending order. */
  readonly minutes: readonly number[];
  readonly days: readonly number[];
}

let rememberedFor = Number.NaN;
const starts = new RememberedSchedules((time) => findStarts(time, rememberedFor));

export function startOfDay(now: number): number {
  return Math.floor(now / dayMs) * dayMs;
}

/** When a schedule starts a job in the week after a midnight; undefined if cron rejects it. */
export function startsOf(time: string, firstDay: number): Starts | undefined {
  if (rememberedFor !== firstDay) starts.forget();
  rememberedFor = firstDay;
  return starts.of(time);
}

function findStarts(time: string, firstDay: number): Starts | undefined {
  const schedule = parsedOf(time);
  if (!schedule || 'field' in schedule) return undefined;
  const minutes = ascending(schedule.minutes);
  return {
    minutes: ascending(schedule.hours).flatMap((hour) =>
      minutes.map((minute) => hour * 60 + minute),
    ),
    days: Array.from({ length: daysPerWeek }, (_, day) => day).filter((day) =>
      schedule.matchesDay(new Date(firstDay + day * dayMs)),
    ),
  };
}

/** Sorted once: schedules with the same hours share them. */
const sorted = new WeakMap<ReadonlySet<number>, readonly number[]>();

function ascending(values: ReadonlySet<number>): readonly number[] {
  const known = sorted.get(values) ?? [...values].toSorted((a, b) => a - b);
  sorted.set(values, known);
  return known;
}
