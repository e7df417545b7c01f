import {
  type CronProblem,
  nextRuns,
  parseSchedule,
  type CronFields,
  isFiveFields,
  joinTime,
  splitTime,
} from './cronSchedule';
import 'cronstrue/locales/de.js';
import { dayMs, toUtcClock } from '../../base/moment';
import { formats, t } from '../../base/l10n';

import words from 'cronstrue';

/** How many runs it takes to make a schedule's rhythm clear. */
const shownRuns = 3;

/** Assumes UTC, because the service reports no time zone. Names each day once. */
export function describeRuns(time: string, now: Date): string {
  const schedule = parseSchedule(splitTime(time));
  if ('field' in schedule) return describeCronProblem(schedule);
  const runs = nextRuns(schedule, now, shownRuns);
  if (runs.length === 0) return t('Never runs.');
  const words = runs.map((run, index) => {
    const before = runs[index - 1];
    if (before && dayOf(before) === dayOf(run)) return `, ${toUtcClock(run.getTime())}`;
    return `${before ? '; ' : ''}${formats.run(run, now)}`;
  });
  return t('Next, if the server uses UTC: {0}', words.join(''));
}

/** Empty if there is no next run. Assumes UTC, too. */
export function describeNextRun(time: string, now: Date): string {
  const schedule = parseSchedule(splitTime(time));
  const [run] = 'field' in schedule ? [] : nextRuns(schedule, now, 1);
  if (!run) return '';
  const [there, here] = [formats.run(run, now), formats.runHere(run, now)];
  return there === here
    ? t('{0} if the server uses UTC', there)
    : t('{0} if the server uses UTC, {1} your time', there, here);
}

export function describeCronProblem({ field, text, bounds, fix }: CronProblem): string {
  const name = fieldNames[field]();
  return fix === undefined
    ? t('"{0}" isn\'t a valid {1} ({2}–{3}).', text, name, ...bounds)
    : t('"{0}" isn\'t a valid {1}: cron needs a range before the step. Use {2}.', text, name, fix);
}

function dayOf(run: Date): number {
  return Math.floor(run.getTime() / dayMs);
}

export function describeSchedule(fields: CronFields): string {
  // Cron's own rule: if either starts with a star, both days must match.
  const isBoth = fields.dayOfMonth.startsWith('*') || fields.dayOfWeek.startsWith('*');
  return describeTime(joinTime(fields), isBoth);
}

/** In German, or English for any other language; unchanged if it can't be described. */
function describeTime(time: string, logicalAndDayFields = false): string {
  try {
    return words.toString(time, {
      locale: /^de\b/i.test(formats.language) ? 'de' : 'en',
      use24HourTimeFormat: true,
      logicalAndDayFields,
    });
  } catch {
    return time;
  }
}

/** Prefers a short name; returns the schedule unchanged if cron wouldn't run it. */
export function nameAnySchedule(time: string): string {
  if (/^@\w+$/.test(time)) return describeTime(time);
  const brief = nameSchedule(time);
  if (brief !== undefined || !isFiveFields(time)) return brief ?? time;
  const fields = splitTime(time);
  return 'field' in parseSchedule(fields) ? time : describeSchedule(fields);
}

const fieldNames: Readonly<Record<keyof CronFields, () => string>> = {
  minute: () => t('minute'),
  hour: () => t('hour'),
  dayOfMonth: () => t('day of the month'),
  month: () => t('month'),
  dayOfWeek: () => t('day of the week'),
};

/** Names a common schedule briefly, such as "Every 5 minutes"; undefined for any other. */
export function nameSchedule(time: string): string | undefined {
  if (!isFiveFields(time)) return undefined;
  const fields = splitTime(time);
  if (fields.month !== '*') return undefined;
  const isAnyDay = fields.dayOfMonth === '*' && fields.dayOfWeek === '*';
  const clock = clockOf(fields);
  if (clock === undefined) return isAnyDay ? nameInterval(fields) : undefined;
  if (isAnyDay) return t('Every day at {0}', clock);
  if (fields.dayOfMonth === '*') return nameWeekly(fields.dayOfWeek, clock);
  return fields.dayOfWeek === '*' ? nameMonthly(fields.dayOfMonth, clock) : undefined;
}

function clockOf({ minute, hour }: CronFields): string | undefined {
  const [minutes, hours] = [parseUpTo(minute, 59), parseUpTo(hour, 23)];
  if (minutes === undefined || hours === undefined) return undefined;
  return `${hours}:${String(minutes).padStart(2, '0')}`;
}

function nameInterval({ minute, hour }: CronFields): string | undefined {
  const step = stepOf(minute, 60);
  if (hour === '*' && step !== undefined) {
    return step === 1 ? t('Every minute') : t('Every {0} minutes', step);
  }
  const [minutes, hours] = [parseUpTo(minute, 59), stepOf(hour, 24)];
  if (minutes === undefined || hours === undefined) return undefined;
  if (hours === 1) return minutes === 0 ? t('Every hour') : t('Every hour at minute {0}', minutes);
  return minutes === 0
    ? t('Every {0} hours', hours)
    : t('Every {0} hours at minute {1}', hours, minutes);
}

function nameWeekly(dayOfWeek: string, clock: string): string | undefined {
  const days = [
    t('Sunday'),
    t('Monday'),
    t('Tuesday'),
    t('Wednesday'),
    t('Thursday'),
    t('Friday'),
    t('Saturday'),
  ];
  const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const text = dayOfWeek.toLowerCase();
  if (text === '1-5' || text === 'mon-fri') return t('On weekdays at {0}', clock);
  if (text === '0,6' || text === '6,0' || text === 'sat,sun') return t('On weekends at {0}', clock);
  const index = names.includes(text) ? names.indexOf(text) : parseUpTo(text, 7);
  const day = index === undefined ? undefined : days[index % 7];
  return day && t('Every {0} at {1}', day, clock);
}

function nameMonthly(dayOfMonth: string, clock: string): string | undefined {
  const day = parseUpTo(dayOfMonth, 31);
  if (!day) return undefined;
  return day === 1
    ? t('On the first of the month at {0}', clock)
    : t('On day {0} of the month at {1}', day, clock);
}

/** The interval between runs, if it stays the same across the end of an hour or day. */
function stepOf(text: string, size: number): number | undefined {
  if (text === '*') return 1;
  const step = Number(/^\*\/(\d{1,2})$/.exec(text)?.[1] ?? Number.NaN);
  return step > 0 && step < size && size % step === 0 ? step : undefined;
}

function parseUpTo(text: string, most: number): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
