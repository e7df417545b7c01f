import { type CronProblem, parseSchedule, type Schedule } from '../../resources/cron/cronSchedule';
import { isFiveFields, splitTime } from '../../resources/cron/cronTime';

/** How many schedules are remembered: many jobs have the same one. */
const mostRemembered = 5_000;

/** Remembers what a schedule's text leads to: several rules ask for each of many thousand jobs. */
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

/** The schedule that a text means; undefined if it isn't one of five fields, such as `@daily`. */
export function parsedOf(time: string): Schedule | CronProblem | undefined {
  return parsed.of(time);
}
