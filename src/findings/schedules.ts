import { parseSchedule, isFiveFields, minutesOf, splitTime } from '../resources/cron/cronSchedule';
import { dayMs } from '../base/moment';

/** How many schedules are remembered: many jobs have the same one. */
const mostRemembered = 5_000;

/** Caches results by schedule text: several rules need them for each of many thousand jobs. */
export function remembered<Value>(find: (time: string) => Value): (time: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (time) => {
    const { value } = known.get(time) ?? { value: find(time) };
    if (known.size >= mostRemembered) known.clear();
    known.set(time, { value });
    return value;
  };
}

/** Parses a schedule; undefined if it doesn't have five fields, such as `@daily`. */
export const parsedOf = remembered((time) =>
  isFiveFields(time) ? parseSchedule(splitTime(time)) : undefined,
);

export const minutesPerDay = 1_440;
export const daysPerWeek = 7;

/** When a schedule starts a job, within the coming week. */
export interface Starts {
  /** Minutes since midnight of the days on which it runs, in UTC, in ascending order. */
  readonly minutes: readonly number[];
  readonly days: readonly number[];
}

let week:
  | { readonly firstDay: number; readonly startsOf: (time: string) => Starts | undefined }
  | undefined;

export function startOfDay(now: number): number {
  return Math.floor(now / dayMs) * dayMs;
}

/** When a schedule starts a job in the week after a midnight; undefined if cron rejects it. */
export function startsOf(time: string, firstDay: number): Starts | undefined {
  if (week?.firstDay !== firstDay) {
    week = { firstDay, startsOf: remembered((each) => findStarts(each, firstDay)) };
  }
  return week.startsOf(time);
}

function findStarts(time: string, firstDay: number): Starts | undefined {
  const schedule = parsedOf(time);
  if (!schedule || 'field' in schedule) return undefined;
  return {
    minutes: minutesOf(schedule),
    days: Array.from({ length: daysPerWeek }, (_, day) => day).filter((day) =>
      schedule.matchesDay(new Date(firstDay + day * dayMs)),
    ),
  };
}
