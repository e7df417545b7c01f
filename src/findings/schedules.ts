import { parseSchedule, isFiveFields, splitTime } from '../resources/cron/cronSchedule';
import { dayMs } from '../base/moment';

/** How many schedules are remembered: many jobs have the same one. */
const mostRemembered = 5_000;

/** Caches results by schedule text: several rules need them for each of many thousand jobs. */
export class RememberedSchedules<Value> {
  readonly #find: (time: string) => Value;
  readonly #known = new Map<string, { readonly value: Value }>();

  constructor(find: (time: string) => Value) {
    this.#find = find;
  }

  of(time: string): Value {
    const known = this.#known.get(time);
    if (known) return known.value;
    const value = this.#find(time);
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(time, { value });
    return value;
  }

  forget(): void {
    this.#known.clear();
  }
}

const parsed = new RememberedSchedules((time) =>
  isFiveFields(time) ? parseSchedule(splitTime(time)) : undefined,
);

/** Parses a schedule; undefined if it doesn't have five fields, such as `@daily`. */
export const parsedOf = parsed.of.bind(parsed);

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
