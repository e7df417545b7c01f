import { dayMs, minuteMs } from '../../base/moment';

/** The five cron fields in the order in which `time` joins them (API §2.3). */
export const cronFieldNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

export type CronFields = Record<(typeof cronFieldNames)[number], string>;

export function joinTime(fields: CronFields): string {
  return cronFieldNames.map((name) => fields[name]).join(' ');
}

/** True if a `time` survives splitting and rejoining: five fields joined by single spaces. */
export function isFiveFields(time: string): boolean {
  return /^\S+(?: \S+){4}$/.test(time);
}

export function splitTime(time: string): CronFields {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = time
    .trim()
    .split(/\s+/);
  return { minute, hour, dayOfMonth, month, dayOfWeek };
}

interface FieldRules {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const fieldRules: Record<keyof CronFields, FieldRules> = {
  minute: { from: 0, to: 59 },
  hour: { from: 0, to: 23 },
  dayOfMonth: { from: 1, to: 31 },
  month: {
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // 7 is Sunday as well.
  dayOfWeek: { from: 0, to: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
};

interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly matchesDay: (day: Date) => boolean;
}

export interface CronProblem {
  readonly field: keyof CronFields;
  readonly text: string;
  readonly bounds: readonly [from: number, to: number];
  /** The probable intention, in a form that cron accepts. */
  readonly fix?: string;
}

/** Five fields (API §2.3) as Debian's cron reads them: numbers, names, ranges, lists and steps. */
export function parseSchedule(fields: CronFields): Schedule | CronProblem {
  const sets = new Map<keyof CronFields, ReadonlySet<number>>();
  for (const field of cronFieldNames) {
    const values = parseField(fields[field], fieldRules[field]);
    if (!values) return toProblem(field, fields[field]);
    sets.set(field, values);
  }
  const of = (field: keyof CronFields): ReadonlySet<number> => sets.get(field) ?? new Set();
  const daysOfWeek = new Set([...of('dayOfWeek')].map((day) => day % 7));
  const anyDayOfMonth = fields.dayOfMonth.startsWith('*');
  const anyDayOfWeek = fields.dayOfWeek.startsWith('*');
  return {
    minutes: of('minute'),
    hours: of('hour'),
    matchesDay: (day) => {
      if (!of('month').has(day.getUTCMonth() + 1)) return false;
      const byMonth = of('dayOfMonth').has(day.getUTCDate());
      const byWeek = daysOfWeek.has(day.getUTCDay());
      // Cron's own rule: if both are restricted, either one is enough.
      return anyDayOfMonth || anyDayOfWeek ? byMonth && byWeek : byMonth || byWeek;
    },
  };
}

export function findCronProblem(field: keyof CronFields, text: string): CronProblem | undefined {
  return parseField(text, fieldRules[field]) ? undefined : toProblem(field, text);
}

/** When it runs on its days: minutes since midnight, in ascending order. */
export function minutesOf({ hours, minutes }: Schedule): readonly number[] {
  const all = [...hours].flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute));
  return all.toSorted((a, b) => a - b);
}

/** The calendar repeats every 400 years, weekdays included: no run within them means never. */
const calendarDays = 146_097;

/** The next run times in UTC after a given time; empty if it never runs. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  const firstDay = Math.floor(after.getTime() / dayMs) * dayMs;
  const minutes = minutesOf(schedule);
  for (let day = 0; day <= calendarDays && runs.length < count; day += 1) {
    const midnight = firstDay + day * dayMs;
    if (!schedule.matchesDay(new Date(midnight))) continue;
    const times = minutes.map((minute) => midnight + minute * minuteMs);
    const left = times.filter((time) => time > after.getTime()).slice(0, count - runs.length);
    runs.push(...left.map((time) => new Date(time)));
  }
  return runs;
}

export function hasRuns(schedule: Schedule): boolean {
  return nextRuns(schedule, new Date(0), 1).length > 0;
}

function toProblem(field: keyof CronFields, text: string): CronProblem {
  const { from, to } = fieldRules[field];
  const fix = text
    .split(',')
    .map((part) => withEnd(part, fieldRules[field]))
    .join(',');
  const isFixed = fix !== text && parseField(fix, fieldRules[field]) !== undefined;
  return { field, text, bounds: [from, to], ...(isFixed ? { fix } : {}) };
}

/** Other cron versions read `5/15` as "from 5 on"; this one requires the end of the range. */
function withEnd(part: string, { to, names }: FieldRules): string {
  // Sunday is both ends of the week: with 7, a step from Monday could reach it by accident.
  const last = to === 7 && names ? 6 : to;
  return part.replace(/^(\w+)\//, `$1-${last}/`);
}

function parseField(text: string, field: FieldRules): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const range = parsePart(part, field);
    if (!range) return undefined;
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }
  return values;
}

function parsePart(
  part: string,
  field: FieldRules,
): { from: number; to: number; step: number } | undefined {
  // A step needs `*` or a range: Debian's cron rejects `5/15` with "bad minute".
  const match = /^(?:(?:(\*)|(\w+)-(\w+))(?:\/(\d+))?|(\w+))$/.exec(part);
  if (!match) return undefined;
  const [, all, first, last, every, only] = match;
  const step = every === undefined ? 1 : Number(every);
  const from = all ? field.from : parseValue(first ?? only, field);
  const to = all ? field.to : parseValue(last ?? only, field);
  if (from === undefined || to === undefined || step < 1) return undefined;
  return field.from <= from && from <= to && to <= field.to ? { from, to, step } : undefined;
}

function parseValue(text = '', { names, from }: FieldRules): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? undefined : index + from;
}
