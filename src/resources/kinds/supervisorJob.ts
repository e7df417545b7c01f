import { yesOrNo, defineKind, type InWords, type Resource } from './kind';
import {
  listSupervisorJobs,
  readSupervisorBinaries,
  readSupervisorJob,
  readSupervisorStatus,
  supervisorJob,
} from '../../api/contract/supervisorJob';
import { isObject } from '../../base/json';
import { t } from '../../base/l10n';

/** A supervisor job of a server; no update call is known (API §2.2). */
export const supervisorJobKind = defineKind({
  id: 'supervisorJob',
  parent: 'server',
  names: { one: 'Supervisor Job', many: 'Supervisor Jobs' },
  variable: 'supervisorId',
  operations: {
    list: listSupervisorJobs,
    read: readSupervisorJob,
    states: { endpoint: readSupervisorStatus, member: 'processStates', of: readStates },
  },
  icon: 'server-environment',
  schema: supervisorJob,
  values: {
    username: { of: 'systemUser', namedBy: 'username', byName: true },
    binary: { list: readSupervisorBinaries },
  },
  fieldTexts: {
    binary: 'Executable; empty if the command includes it. Reads return it as part of `command`.',
    command: 'Command line. Reads put the executable in front.',
    directory: 'Working directory.',
  },
  present: (resource) => ({
    label: resource.label,
    description: resource.username,
    ...presentState(stateOf(resource)),
    facts: [
      [t('User'), resource.username],
      [t('Command'), resource.command],
      [t('Directory'), resource.directory],
      [t('Processes'), String(resource.numprocs ?? '')],
      [t('Automatic start'), yesOrNo(resource.autoStart)],
      [t('Automatic restart'), yesOrNo(resource.autoRestart)],
      [t('Created'), resource.created_at],
    ],
  }),
});

/** The distinct states of a job's processes; the answer is keyed by label (observed). */
function readStates(answer: unknown, job: Resource): string {
  const processes = isObject(answer) ? answer[String(job['label'])] : undefined;
  if (!Array.isArray(processes)) return '';
  const states = processes.map((each) => (isObject(each) ? each['status'] : undefined));
  return [...new Set(states.filter(Boolean))].join(', ');
}

function stateOf(resource: Resource): string | undefined {
  const states = resource['processStates'];
  return typeof states === 'string' ? states : undefined;
}

/** Supervisor's states in words, such as "failed to start"; any other stays unchanged. */
export function nameStates(states: string | undefined): string | undefined {
  const words: ReadonlyMap<string, string> = new Map([
    ['RUNNING', t('running')],
    ['STOPPED', t('stopped')],
    ['STARTING', t('starting')],
    ['STOPPING', t('stopping')],
    ['BACKOFF', t('keeps failing')],
    ['EXITED', t('exited')],
    ['FATAL', t('failed to start')],
    ['UNKNOWN', t('unknown')],
  ]);
  return states
    ?.split(', ')
    .map((state) => words.get(state) ?? state)
    .join(', ');
}

function presentState(state: string | undefined): Pick<InWords, 'icon' | 'state' | 'problem'> {
  if (state === undefined) return {};
  const words = nameStates(state);
  if (state === 'RUNNING') {
    return { icon: { id: 'server-environment', color: 'testing.iconPassed' }, state: words };
  }
  const icon = /FATAL|BACKOFF/.test(state)
    ? { id: 'error', color: 'list.errorForeground' }
    : { id: 'warning', color: 'list.warningForeground' };
  return { icon, state: words, problem: words || undefined };
}
