import { type Action, onResource } from '../action';
import type { ActionCommand } from '../commands';
import { creation, deletion } from './parts';
import {
  deleteCronJob,
  runCronJob,
  toggleCronJob,
  updateCronJob,
} from '../../api/contract/cronJob';
import { deleteSupervisorJob, reloadSupervisorJob } from '../../api/contract/supervisorJob';
import { splitTime } from '../../resources/cron/cronSchedule';
import { asResource } from '../../resources/reference';
import { t } from '../../base/l10n';

export const jobActions: readonly Action[] = [
  creation('serverManagement.createCronJob', 'cronJob'),
  onResource('serverManagement.runCronJob', 'cronJob', runCronJob, {
    progressTitle: (what) => t('Running {0}', what),
    accepted: (what) => t('Started {0}.', what),
    effect: 'none',
  }),
  switching('serverManagement.enableCronJob', 1),
  switching('serverManagement.disableCronJob', 0),
  onResource('serverManagement.changeSchedule', 'cronJob', updateCronJob, {
    fields: () => [{ type: 'schedule', name: 'time', prompt: t('Schedule') }],
    // The service requires all eight fields together (observed).
    toCall: async ({ client }, target, { time }, signal) => {
      const { label, username, command } = await client.read(asResource(target), { signal });
      const schedule = splitTime(typeof time === 'string' ? time : '');
      return { body: { label, username, command, ...schedule } };
    },
    progressTitle: (what) => t('Changing the schedule of {0}', what),
    done: (what) => t('Schedule of {0} changed.', what),
  }),
  deletion('cronJob', deleteCronJob),
  creation('serverManagement.createSupervisorJob', 'supervisorJob'),
  onResource('serverManagement.reloadSupervisorJob', 'supervisorJob', reloadSupervisorJob, {
    progressTitle: (what) => t('Reloading {0}', what),
    accepted: (what) => t('Reload of {0} requested.', what),
    // The state is read separately, for all jobs at once.
    effect: 'collection',
  }),
  deletion('supervisorJob', deleteSupervisorJob),
];

function switching(command: ActionCommand, wanted: 0 | 1): Action {
  return onResource(command, 'cronJob', toggleCronJob, {
    suits: ({ enabled }) => enabled !== wanted,
    progressTitle: (what) => (wanted === 1 ? t('Enabling {0}', what) : t('Disabling {0}', what)),
    done: (what) => (wanted === 1 ? t('{0} enabled.', what) : t('{0} disabled.', what)),
    verb: wanted === 1 ? 'enabled' : 'disabled',
    sets: { enabled: wanted },
  });
}
