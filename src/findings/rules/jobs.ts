import { findBurst } from '../schedules/burst';
import { judgeSchedule } from '../schedules/judgeSchedule';
import { each, type Rule } from '../rule';
import type { Verdict } from '../finding';
import type { Resource } from '../../resources/kinds/kind';

/** Rules for cron jobs (API §2.3) and supervisor jobs (API §2.2). */
export const jobRules: readonly Rule[] = [
  {
    id: 'supervisorFailed',
    severity: 'critical',
    fixes: ['serverManagement.reloadSupervisorJob'],
    judge: each('supervisorJob', ({ processStates }) => {
      if (typeof processStates !== 'string' || processStates === '') return undefined;
      const states = processStates.split(', ');
      if (states.includes('FATAL')) {
        return (t) => t('Failed to start. Check the command, then reload the job.');
      }
      if (!states.includes('BACKOFF')) return 'fine';
      return (t) => t('Keeps failing. Check the command, then reload the job.');
    }),
  },
  {
    id: 'cronInvalid',
    severity: 'critical',
    fixes: ['serverManagement.openDocument'],
    judge: eachSchedule(
      'invalid',
      (time) => (t) => t('Cron rejects the schedule "{0}". Correct it.', time),
    ),
  },
  {
    id: 'cronNeverRuns',
    severity: 'warning',
    fixes: ['serverManagement.openDocument'],
    judge: eachSchedule(
      'never',
      (time) => (t) => t('Never runs: no date matches "{0}". Correct the schedule.', time),
    ),
  },
  {
    id: 'cronBurst',
    severity: 'warning',
    fixes: ['serverManagement.openTable'],
    *judge(knowledge, { now, mostJobsPerMinute: most }) {
      for (const { collection, items, isWhole } of knowledge.lists('cronJob')) {
        const burst = findBurst(items.filter(isOn), most, now);
        const rest = isWhole ? ('fine' as const) : undefined;
        yield {
          target: collection,
          verdict: burst
            ? (t) => t('{0} cron jobs start in the same minute, at {1}. Spread them.', ...burst)
            : rest,
        };
      }
    },
  },
  {
    id: 'jobAsRoot',
    severity: 'information',
    fixes: ['serverManagement.openDocument'],
    *judge(knowledge, surroundings) {
      yield* each('cronJob', (job) => (isOn(job) ? judgeUser(job) : 'fine'))(
        knowledge,
        surroundings,
      );
      yield* each('supervisorJob', judgeUser)(knowledge, surroundings);
    },
  },
];

/** Finds the enabled cron jobs whose schedules have this flaw. */
function eachSchedule(
  flaw: ReturnType<typeof judgeSchedule>,
  describe: (time: string) => Verdict,
): Rule['judge'] {
  return each('cronJob', (job) => {
    if (!isOn(job)) return 'fine';
    const verdict = judgeSchedule(job['time']);
    if (verdict === undefined) return undefined;
    return verdict === flaw ? describe(String(job['time'])) : 'fine';
  });
}

/** Disabled jobs can't do any harm. */
function isOn({ enabled }: Resource): boolean {
  return enabled !== 0;
}

function judgeUser({ username }: Resource): Verdict {
  if (typeof username !== 'string' || username === '') return undefined;
  return username === 'root'
    ? (t) => t('Runs as root. Use a system user with fewer rights.')
    : 'fine';
}
