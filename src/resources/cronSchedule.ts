import { type CronFields, cronFieldNames } from './cronTime';

interface FieldRules {
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const rules: Record<keyof CronFields, FieldRules> = {
  minute: { from: 0, to: 59 },
  hour: { from: 0, to: 23 },
  dayOfMonth: { from: 1, to: 31 },
  month: {
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  // 7 is Sunday, too.
  dayOfWeek: { from: 0, to: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
};

/** The times at which a cron job runs. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly matchesDay: (day: Date) => boolean;
}

/** The field that is not a cron field, and its text. */
export interface CronProblem {
  readonly field: keyof CronFields;
  readonly text: string;
}

/** Reads the five fields of a cron job (reference §2.3): numbers, names, ranges, lists and steps. */
export function parseSchedule(fields: CronFields): Schedule | CronProblem {
  const sets = new Map<keyof CronFields, Set<number>>();
  for (const field of cronFieldNames) {
    const values = parseField(fields[field], rules[field]);
    if (!values) return { field, text: fields[field] };
    sets.set(field, values);
  }
  const of = (field: keyof CronFields): Set<number> => sets.get(field) ?? new Set();
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
      // Cron's own rule: where both are given, either will do.
      return anyDayOfMonth || anyDayOfWeek ? byMonth && byWeek : byMonth || byWeek;
    },
  };
}

const dayMs = 86_400_000;
/** A leap day may be eight years away (1896 to 1904, 2096 to 2104). */
const horizonDays = 366 * 8 + 2;

/** The next times after a time, in UTC; fewer where there are no more within eight years. */
export function nextRuns(schedule: Schedule, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  const firstDay = Math.floor(after.getTime() / dayMs) * dayMs;
  const hours = [...schedule.hours].toSorted((a, b) => a - b);
  const minutes = [...schedule.minutes].toSorted((a, b) => a - b);
  for (let day = 0; day < horizonDays && runs.length < count; day += 1) {
    const midnight = firstDay + day * dayMs;
    if (!schedule.matchesDay(new Date(midnight))) continue;
    const times = hours.flatMap((hour) =>
      minutes.map((minute) => midnight + (hour * 60 + minute) * 60_000),
    );
    const left = times.filter((time) => time > after.getTime()).slice(0, count - runs.length);
    runs.push(...left.map((time) => new Date(time)));
  }
  return runs;
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
  const match = /^(?:(\*)|(\w+)(?:-(\w+))?)(?:\/(\d+))?$/.exec(part);
  if (!match) return undefined;
  const step = match[4] === undefined ? 1 : Number(match[4]);
  const from = match[1] ? field.from : toNumber(match[2], field);
  // A start without an end has one only with a step: "5/15" means from 5 on.
  const end = match[1] || match[4] !== undefined ? field.to : from;
  const to = match[3] === undefined ? end : toNumber(match[3], field);
  if (from === undefined || to === undefined || step < 1) return undefined;
  return field.from <= from && from <= to && to <= field.to ? { from, to, step } : undefined;
}

function toNumber(text = '', { names, from }: FieldRules): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? undefined : index + from;
}
