import { defineKind, type Presentation, type Resource } from './kind';
import {
  listSupervisorJobs,
  readSupervisorJob,
  readSupervisorStatus,
  supervisorJob,
  type SupervisorJob,
} from '../../api/contract/supervisorJob';
import { isObject } from '../../shared/json';

/** A supervisor job of a server; no update call is known (reference §2.2). */
export const supervisorJobKind = defineKind({
  id: 'supervisorJob',
  parent: 'server',
  names: { one: 'Supervisor Job', many: 'Supervisor Jobs' },
  folder: 'supervisor-jobs',
  suffix: 'supervisor-job',
  variable: 'supervisorId',
  operations: {
    list: listSupervisorJobs,
    read: readSupervisorJob,
    states: { endpoint: readSupervisorStatus, member: 'processStates', of: readStates },
  },
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

/** The states of a job's processes, each once: the answer is keyed by label (observed). */
function readStates(answer: unknown, job: Resource): string {
  const processes = isObject(answer) ? answer[String(job['label'])] : undefined;
  if (!Array.isArray(processes)) return '';
  const states = (processes as readonly Resource[]).map((each) => String(each['status']));
  return [...new Set(states)].join(', ');
}

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
