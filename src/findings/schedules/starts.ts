import { parseSchedule } from '../../resources/cron/cronSchedule';
import { isFiveFields, splitTime } from '../../resources/cron/cronTime';

export const dayMs = 86_400_000;
export const minutesPerDay = 1_440;
/** Most schedules repeat every week. */
export const daysPerWeek = 7;

/** When a schedule starts a job, within the coming week. */
export interface Starts {
  /** Minutes since midnight of the days on which it runs, in UTC, in ascending order. */
  readonly minutes: readonly number[];
  /** Days since the first one. */
  readonly days: readonly number[];
}

/** How many schedules are remembered: many jobs have the same one. */
const mostRemembered = 5_000;
const remembered = new Map<string, Starts | undefined>();
let rememberedFor = Number.NaN;

/** The midnight in UTC that a day begins with. */
export function startOfDay(now: number): number {
  return Math.floor(now / dayMs) * dayMs;
}

/** When a schedule starts a job in the week from a midnight on; undefined if cron rejects it. */
export function startsOf(time: string, firstDay: number): Starts | undefined {
  if (rememberedFor !== firstDay || remembered.size >= mostRemembered) remembered.clear();
  rememberedFor = firstDay;
  const known = remembered.get(time);
  if (known || remembered.has(time)) return known;
  const starts = findStarts(time, firstDay);
  remembered.set(time, starts);
  return starts;
}

function findStarts(time: string, firstDay: number): Starts | undefined {
  const schedule = isFiveFields(time) ? parseSchedule(splitTime(time)) : undefined;
  if (!schedule || 'field' in schedule) return undefined;
  const inOrder = (values: ReadonlySet<number>): readonly number[] =>
    [...values].toSorted((a, b) => a - b);
  const minutes = inOrder(schedule.minutes);
  return {
    minutes: inOrder(schedule.hours).flatMap((hour) => minutes.map((minute) => hour * 60 + minute)),
    days: Array.from({ length: daysPerWeek }, (_, day) => day).filter((day) =>
      schedule.matchesDay(new Date(firstDay + day * dayMs)),
    ),
  };
}
