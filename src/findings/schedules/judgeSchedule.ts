import { parsedOf, RememberedSchedules } from './parsed';
import { hasRuns } from '../../resources/cron/cronSchedule';

/** The verdict on a schedule. */
type ScheduleVerdict = 'runs' | 'never' | 'invalid';

const verdicts = new RememberedSchedules(judge);

/**
 * Judges a cron job's `time`; undefined if it isn't a schedule of five fields, such as `@daily`. A
 * schedule that some versions of cron accept counts as valid.
 */
export function judgeSchedule(time: unknown): ScheduleVerdict | undefined {
  return typeof time === 'string' ? verdicts.of(time) : undefined;
}

function judge(time: string): ScheduleVerdict | undefined {
  const schedule = parsedOf(time);
  if (!schedule) return undefined;
  // If it can be corrected, other versions of cron understand it as it was meant.
  if ('field' in schedule) return schedule.fix === undefined ? 'invalid' : 'runs';
  return hasRuns(schedule) ? 'runs' : 'never';
}
