import { type CronProblem, nextRuns, parseSchedule, type Schedule } from './cronSchedule';
import { splitTime } from './cronTime';
import { nameField } from './describeSchedule';
import type { Language } from '../../base/formats';
import type { Translate } from '../../base/translate';

/** Describes the next runs of a schedule, or what's wrong with it. */
export function describeRuns(time: string, now: Date, language: Language, count = 5): string {
  const schedule = parseSchedule(splitTime(time));
  if ('field' in schedule) return describeCronProblem(schedule, language.t);
  return describeNextRuns(schedule, now, count, language);
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

/** The service doesn't report the server's time zone. */
function describeNextRuns(
  schedule: Schedule,
  now: Date,
  count: number,
  { t, formats }: Language,
): string {
  const runs = nextRuns(schedule, now, count);
  if (runs.length === 0) return t('Never runs.');
  return t('UTC: {0}', runs.map((run) => formats.run(run, now)).join('; '));
}
