import { toolInputs } from '../inputs';
import { defineTool } from '../tool';
import { nextRuns, parseSchedule } from '../../resources/cron/cronSchedule';
import { splitTime } from '../../resources/cron/cronTime';
import { describeSchedule } from '../../resources/cron/describeSchedule';
import { toVisible } from '../../base/foreignText';

/** Computes when a cron expression runs next. */
export const explainCron = defineTool({
  input: toolInputs.serverManagement_explainCron,
  accounts: async () => [],
  progress: ({ expression }, t) => t('Explaining the schedule {0}', toVisible(expression)),
  run: async (_services, { expression }) => {
    const fields = splitTime(expression);
    const schedule = parseSchedule(fields);
    if ('field' in schedule) {
      const { field, text, fix } = schedule;
      const advice = fix === undefined ? '' : ` Cron needs a range before the step: ${fix}.`;
      throw new Error(`"${text}" is no valid ${field} in "${expression}".${advice}`);
    }
    const runs = nextRuns(schedule, new Date(), 5).map((run) => run.toISOString());
    return { fields, meaning: await describeSchedule(fields, 'en'), nextRunsInUtc: runs };
  },
});
