import { type CronProblem, nextRuns, parseSchedule, type Schedule } from './cronSchedule';
import { splitTime } from './cronTime';
import { nameField } from './describeSchedule';
import type { Language } from '../../base/formats';
import { dayMs, toUtcClock } from '../../base/moment';
import type { Translate } from '../../base/translate';

/** How many runs it takes to make a schedule's rhythm clear. */
const shownRuns = 3;

/** Describes the next runs of a schedule, or what's wrong with it. */
export function describeRuns(time: string, now: Date, language: Language): string {
  const schedule = parseSchedule(splitTime(time));
  if ('field' in schedule) return describeCronProblem(schedule, language.t);
  return describeNextRuns(schedule, now, language);
}

/**
 * The next run of a schedule in the server's and the person's time; empty if there is none. The
 * service doesn't report the server's time zone: UTC is what servers have by default.
 */
export function describeNextRun(time: string, now: Date, { t, formats }: Language): string {
  const schedule = parseSchedule(splitTime(time));
  const [run] = 'field' in schedule ? [] : nextRuns(schedule, now, 1);
  if (!run) return '';
  const [there, here] = [formats.run(run, now), formats.runHere(run, now)];
  return there === here
    ? t('{0} server time (UTC)', there)
    : t('{0} server time (UTC), {1} your time', there, here);
}

/** Describes a problem of a cron field, with the correction if it's known. */
export function describeCronProblem(
  { field, text, bounds, fix }: CronProblem,
  t: Translate,
): string {
  const name = nameField(field, t);
  return fix === undefined
    ? t('"{0}" isn\'t a valid {1} ({2}–{3}).', text, name, ...bounds)
    : t('"{0}" isn\'t a valid {1}: cron needs a range before the step. Use {2}.', text, name, fix);
}

/** In UTC: the service doesn't report the server's time zone. Names each day once. */
function describeNextRuns(schedule: Schedule, now: Date, { t, formats }: Language): string {
  const runs = nextRuns(schedule, now, shownRuns);
  if (runs.length === 0) return t('Never runs.');
  const words = runs.map((run, index) => {
    const before = runs[index - 1];
    if (before && dayOf(before) === dayOf(run)) return `, ${toUtcClock(run.getTime())}`;
    return `${before ? '; ' : ''}${formats.run(run, now)}`;
  });
  return t('Next (UTC): {0}', words.join(''));
}

/** The day in UTC. */
function dayOf(run: Date): number {
  return Math.floor(run.getTime() / dayMs);
}
