import { nextRuns, parseSchedule } from '../../resources/cron/cronSchedule';
import { isFiveFields, splitTime } from '../../resources/cron/cronTime';

/** What a schedule leads to. */
type ScheduleVerdict = 'runs' | 'never' | 'invalid';

/** How many schedules are remembered: many jobs have the same one. */
const mostRemembered = 5_000;
const remembered = new Map<string, ScheduleVerdict>();

/**
 * Judges a cron job's `time`; undefined if it isn't a schedule of five fields, such as `@daily`. A
 * schedule that some versions of cron accept counts as valid.
 */
export function judgeSchedule(time: unknown, now: number): ScheduleVerdict | undefined {
  if (typeof time !== 'string' || !isFiveFields(time)) return undefined;
  const known = remembered.get(time);
  if (known) return known;
  const verdict = judge(time, now);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(time, verdict);
  return verdict;
}

function judge(time: string, now: number): ScheduleVerdict {
  const schedule = parseSchedule(splitTime(time));
  // Other versions of cron read what can be corrected as it was meant.
  if ('field' in schedule) return schedule.fix === undefined ? 'invalid' : 'runs';
  return nextRuns(schedule, new Date(now), 1).length > 0 ? 'runs' : 'never';
}
