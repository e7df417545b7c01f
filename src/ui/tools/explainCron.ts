import { toolInputs } from './inputs';
import { defineTool } from './tool';
import { nextRuns, parseSchedule } from '../../resources/cronSchedule';
import { splitTime } from '../../resources/cronTime';
import { describeSchedule } from '../../resources/describeSchedule';
import { t } from '../l10n';
import { toVisible } from '../safeText';

/** Tells when a cron expression runs next. */
export const explainCron = defineTool({
  input: toolInputs.serverManagement_explainCron,
  progress: ({ expression }) => t('Reading the schedule {0}', toVisible(expression)),
  run: (_core, { expression }) => {
    const fields = splitTime(expression);
    const schedule = parseSchedule(fields);
    if ('field' in schedule) {
      throw new Error(`"${schedule.text}" is no valid ${schedule.field} in "${expression}".`);
    }
    const runs = nextRuns(schedule, new Date(), 5).map((run) => run.toISOString());
    return Promise.resolve({ fields, meaning: describeSchedule(fields, t), nextRunsInUtc: runs });
  },
});
