import { defineKind, type Presentation } from './kind';
import {
  listSupervisorJobs,
  readSupervisorJob,
  supervisorJob,
  type SupervisorJob,
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
    description: [resource.username, stateOf(resource)].filter(Boolean).join(' · '),
    ...iconOf(stateOf(resource)),
    state: stateOf(resource),
    needsAttention: isTroubled(stateOf(resource)),
    facts: [
      [t('User'), resource.username],
      [t('Command'), resource.command],
      [t('Directory'), resource.directory],
      [t('Processes'), String(resource.numprocs)],
      [t('Automatic start'), resource.autoStart ? t('yes') : t('no')],
      [t('Automatic restart'), resource.autoRestart ? t('yes') : t('no')],
      [t('Created'), resource.created_at],
    ],
  }),
});

/** How its processes stand, once that was read beside the job itself. */
function stateOf(resource: SupervisorJob): string | undefined {
  const states = resource['processStates'];
  return typeof states === 'string' ? states : undefined;
}

function isTroubled(state: string | undefined): boolean {
  return state !== undefined && state !== 'RUNNING';
}

function iconOf(state: string | undefined): Pick<Presentation, 'icon'> {
  if (state === undefined) return {};
  return {
    icon: isTroubled(state)
      ? { id: 'warning', color: 'testing.iconFailed' }
      : { id: 'pulse', color: 'testing.iconPassed' },
  };
}
