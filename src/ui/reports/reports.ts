import type { ReportCommand } from './commands';
import { tokenOf } from '../actions/commands';
import type { Endpoint } from '../../api/contract/endpoint';
import { listSharedServers } from '../../api/contract/server';
import {
  listServerLogs,
  listWebApplicationLogs,
  readServices,
} from '../../api/contract/serverFacts';
import { readSshConfig } from '../../api/contract/ssh';
import { readSupervisorStatus } from '../../api/contract/supervisorJob';
import { readWebApplicationSettings } from '../../api/contract/webApplication';
import type { KindId } from '../../resources/kinds/kind';

/** Something that the service tells and that is no resource of its own, as data. */
export interface Report {
  readonly command: ReportCommand;
  /** Its part of a file name. */
  readonly name: string;
  /** The kind of resource that it is about; nothing where it is about the account. */
  readonly kind: KindId | undefined;
  readonly endpoint: Endpoint;
  readonly format: 'json' | 'log';
}

/** Every report. All of them are merely observed. */
export const reports: readonly Report[] = [
  {
    command: 'serverManagement.openEventLog',
    name: 'events',
    kind: 'server',
    endpoint: listServerLogs,
    format: 'log',
  },
  {
    command: 'serverManagement.openEventLog',
    name: 'events',
    kind: 'webApplication',
    endpoint: listWebApplicationLogs,
    format: 'log',
  },
  {
    command: 'serverManagement.openSupervisorStatus',
    name: 'supervisor-status',
    kind: 'server',
    endpoint: readSupervisorStatus,
    format: 'json',
  },
  {
    command: 'serverManagement.openServiceStates',
    name: 'services',
    kind: 'server',
    endpoint: readServices,
    format: 'json',
  },
  {
    command: 'serverManagement.openSshConfiguration',
    name: 'ssh-configuration',
    kind: 'server',
    endpoint: readSshConfig,
    format: 'json',
  },
  {
    command: 'serverManagement.openWebApplicationSettings',
    name: 'settings',
    kind: 'webApplication',
    endpoint: readWebApplicationSettings,
    format: 'json',
  },
  {
    command: 'serverManagement.openSharedServers',
    name: 'shared-servers',
    kind: undefined,
    endpoint: listSharedServers,
    format: 'json',
  },
];

/** The tokens of the reports that a kind's rows offer. */
export function reportTokens(kind: KindId): string[] {
  return reports.filter((report) => report.kind === kind).map(({ command }) => tokenOf(command));
}
