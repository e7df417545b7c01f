import { nextRuns, parseSchedule } from '../../../resources/cronSchedule';
import { splitTime } from '../../../resources/cronTime';
import { t } from '../../l10n';

// Short, so that five of them fit into one line of a list.
const format = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** The next five runs of a schedule in words; the service does not tell the server's time zone. */
export function describeRuns(time: string, now: Date): string {
  const schedule = parseSchedule(splitTime(time));
  const runs = 'field' in schedule ? [] : nextRuns(schedule, now, 5);
  if (runs.length === 0) return t('It never runs.');
  return t('UTC: {0}', runs.map((run) => format.format(run)).join('; '));
}
