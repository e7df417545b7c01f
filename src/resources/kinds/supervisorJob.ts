import { defineKind } from './kind';
import {
  listSupervisorJobs,
  readSupervisorJob,
  supervisorJob,
} from '../../api/contract/supervisorJob';

/** A supervisor job of a server; no update call is known (reference §2.2). */
export const supervisorJobKind = defineKind({
  id: 'supervisorJob',
  parent: 'server',
  names: { one: 'Supervisor Job', many: 'Supervisor Jobs' },
  folder: 'supervisor-jobs',
  suffix: 'supervisor-job',
  variable: 'supervisorId',
  operations: { list: listSupervisorJobs, read: readSupervisorJob },
  icon: 'pulse',
  schema: supervisorJob,
  present: (resource, t) => ({
    label: resource.label,
    description: resource.command,
    facts: [
      [t('User'), resource.username],
      [t('Command'), resource.command],
      [t('Directory'), resource.directory],
      [t('Processes'), String(resource.numprocs)],
      [t('Starts by itself'), resource.autoStart ? t('yes') : t('no')],
      [t('Restarts by itself'), resource.autoRestart ? t('yes') : t('no')],
      [t('Created'), resource.created_at],
    ],
  }),
});
