import { nextRuns, parseSchedule } from '../../../resources/cronSchedule';
import { splitTime } from '../../../resources/cronTime';
import { formats } from '../../formats';
import { t } from '../../l10n';

/** The next five runs of a schedule in words; the service does not tell the server's time zone. */
export function describeRuns(time: string, now: Date): string {
  const schedule = parseSchedule(splitTime(time));
  const runs = 'field' in schedule ? [] : nextRuns(schedule, now, 5);
  if (runs.length === 0) return t('It never runs.');
  return t('UTC: {0}', runs.map((run) => formats.run(run)).join('; '));
}
