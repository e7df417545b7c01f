import {
  type CronProblem,
  parseSchedule,
  type Schedule,
  isFiveFields,
  splitTime,
} from '../../resources/cron/cronSchedule';

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
export function parsedOf(time: string): Schedule | CronProblem | undefined {
  return parsed.of(time);
}
