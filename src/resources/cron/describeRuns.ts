import { type CronProblem, nextRuns, parseSchedule, type Schedule } from './cronSchedule';
import words from 'cronstrue';
import 'cronstrue/locales/de.js';
import { type CronFields, isFiveFields, joinTime, splitTime } from './cronTime';
import { dayMs, toUtcClock } from '../../base/moment';
import { nameSchedule } from './scheduleWords';
import { formats, t } from '../../base/l10n';

/** How many runs it takes to make a schedule's rhythm clear. */
const shownRuns = 3;

export function describeRuns(time: string, now: Date): string {
  const schedule = parseSchedule(splitTime(time));
  if ('field' in schedule) return describeCronProblem(schedule);
  return describeNextRuns(schedule, now);
}

/** Empty if there is no next run. Assumes UTC, because the service reports no time zone. */
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
  const name = nameField(field);
  return fix === undefined
    ? t('"{0}" isn\'t a valid {1} ({2}–{3}).', text, name, ...bounds)
    : t('"{0}" isn\'t a valid {1}: cron needs a range before the step. Use {2}.', text, name, fix);
}

/** Assumes UTC, too. Names each day once. */
function describeNextRuns(schedule: Schedule, now: Date): string {
  const runs = nextRuns(schedule, now, shownRuns);
  if (runs.length === 0) return t('Never runs.');
  const words = runs.map((run, index) => {
    const before = runs[index - 1];
    if (before && dayOf(before) === dayOf(run)) return `, ${toUtcClock(run.getTime())}`;
    return `${before ? '; ' : ''}${formats.run(run, now)}`;
  });
  return t('Next, if the server uses UTC: {0}', words.join(''));
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

function nameField(field: keyof CronFields): string {
  switch (field) {
    case 'minute':
      return t('minute');
    case 'hour':
      return t('hour');
    case 'dayOfMonth':
      return t('day of the month');
    case 'month':
      return t('month');
    case 'dayOfWeek':
      return t('day of the week');
  }
}
