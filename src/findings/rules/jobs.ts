import { perResource, type Rule, type Verdict } from '../finding';
import type { Resource } from '../../resources/kinds/kind';
import {
  daysPerWeek,
  minutesPerDay,
  parsedOf,
  remembered,
  startOfDay,
  type Starts,
  startsOf,
} from '../schedules';
import { hasRuns } from '../../resources/cron/cronSchedule';
import { group } from '../../base/group';
import { t } from '../../base/l10n';

type ScheduleVerdict = 'runs' | 'never' | 'invalid';

const verdictOf = remembered((time): ScheduleVerdict | undefined => {
  const schedule = parsedOf(time);
  if (!schedule) return undefined;
  if ('field' in schedule) return 'invalid';
  return hasRuns(schedule) ? 'runs' : 'never';
});

const counts = new Uint16Array(daysPerWeek * minutesPerDay);

const mostJobsPerMinute = 10;

/** Jobs and time of day of the coming week's busiest minute; undefined if it isn't many. */
function findBurst(
  jobs: readonly Resource[],
  now: number,
): readonly [count: number, time: string] | undefined {
  if (jobs.length <= mostJobsPerMinute) return undefined;
  const firstDay = startOfDay(now);
  counts.fill(0);
  let busiest = 0;
  for (const [time, { length }] of group(jobs, (job) => job['time'])) {
    const starts = typeof time === 'string' ? startsOf(time, firstDay) : undefined;
    if (starts) busiest = add(starts, length, busiest);
  }
  const found = counts[busiest] ?? 0;
  return found > mostJobsPerMinute ? [found, describeMinute(busiest % minutesPerDay)] : undefined;
}

/** Counts starts. @returns the first of the busiest minutes. */
function add(starts: Starts, count: number, before: number): number {
  let busiest = before;
  let most = counts[busiest] ?? 0;
  for (const day of starts.days) {
    for (const minute of starts.minutes) {
      const at = day * minutesPerDay + minute;
      const sum = (counts[at] ?? 0) + count;
      counts[at] = sum;
      if (sum < most || (sum === most && at > busiest)) continue;
      most = sum;
      busiest = at;
    }
  }
  return busiest;
}

function describeMinute(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}

export const jobRules: readonly Rule[] = [
  {
    id: 'supervisorFailed',
    severity: 'critical',
    fixes: ['serverManagement.reloadSupervisorJob'],
    judge: perResource('supervisorJob', ({ processStates }) => {
      if (typeof processStates !== 'string' || processStates === '') return undefined;
      const states = processStates.split(', ');
      if (states.includes('FATAL')) {
        return () => t('Failed to start. Check the command, then reload the job.');
      }
      if (!states.includes('BACKOFF')) return 'fine';
      return () => t('Keeps failing. Check the command, then reload the job.');
    }),
  },
  ofSchedule('cronInvalid', 'critical', 'invalid', (time) =>
    t('Cron rejects the schedule "{0}". Correct it.', time),
  ),
  ofSchedule('cronNeverRuns', 'warning', 'never', (time) =>
    t('Never runs: no date matches "{0}". Correct the schedule.', time),
  ),
  {
    id: 'cronBurst',
    severity: 'warning',
    fixes: ['serverManagement.openTable'],
    *judge(knowledge, { now }) {
      for (const { collection, items, isWhole } of knowledge.lists('cronJob')) {
        const burst = findBurst(items.filter(isOn), now);
        const rest = isWhole ? ('fine' as const) : undefined;
        yield {
          target: collection,
          verdict: burst
            ? () =>
                t(
                  '{0} cron jobs start in the same minute, at {1} server time. Spread them.',
                  ...burst,
                )
            : rest,
        };
      }
    },
  },
  {
    id: 'jobAsRoot',
    severity: 'information',
    fixes: ['serverManagement.openDocument'],
    *judge(knowledge, context) {
      yield* perResource('cronJob', (job) => (isOn(job) ? judgeUser(job) : 'fine'))(
        knowledge,
        context,
      );
      yield* perResource('supervisorJob', judgeUser)(knowledge, context);
    },
  },
];

/** Finds the enabled cron jobs whose schedules have this flaw. */
function ofSchedule(
  id: Rule['id'],
  severity: Rule['severity'],
  flaw: ScheduleVerdict,
  describe: (time: string) => string,
): Rule {
  return {
    id,
    severity,
    fixes: ['serverManagement.changeSchedule', 'serverManagement.openDocument'],
    judge: perResource('cronJob', (job) => {
      if (!isOn(job)) return 'fine';
      const { time } = job;
      // A schedule such as `@daily` has no five fields to judge.
      const verdict = typeof time === 'string' ? verdictOf(time) : undefined;
      if (verdict === undefined) return undefined;
      return verdict === flaw ? () => describe(String(time)) : 'fine';
    }),
  };
}

function isOn({ enabled }: Resource): boolean {
  return enabled !== 0;
}

function judgeUser({ username }: Resource): Verdict {
  if (typeof username !== 'string' || username === '') return undefined;
  return username === 'root'
    ? () => t('Runs as root. Use a system user with fewer rights.')
    : 'fine';
}
