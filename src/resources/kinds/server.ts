import * as z from 'zod/mini';
import { join, defineKind, type InWords, saveInParts } from './kind';
import { sshPart } from './sshSettings';
import {
  listServers,
  readServer,
  type Server,
  server,
  serverDraft,
  updateCliPhp,
  updateServerAutoUpdate,
  updateServerMeta,
  updateServerTags,
} from '../../api/contract/server';
import { readPhpVersions } from '../../api/contract/webApplication';
import type { Lenient } from '../../api/lenient';
import { pick } from '../../base/json';
import { t } from '../../base/l10n';

export const serverKind = defineKind({
  id: 'server',
  parent: undefined,
  names: { one: 'Server', many: 'Servers' },
  variable: 'serverId',
  operations: { list: listServers, read: readServer, parts: [sshPart.read] },
  icon: 'server',
  offers: () => ['ssh', 'connect', 'page', 'pin'],
  schema: server,
  values: { phpCLIVersion: { list: readPhpVersions, isComplete: true } },
  fieldTexts: {
    stack: 'Web server, set as `webServerType` on creation.',
    country_iso_code: 'Country code (two letters).',
    os: 'Operating system.',
    osVersion: 'Operating system version.',
    connected: "Connected: the service's agent on the server has answered.",
    online: 'Online.',
    agentVersion: "Version of the service's agent on the server.",
    phpCLIVersion: 'PHP version on the command line.',
    softwareUpdate: 'Update software automatically.',
    securityUpdate: 'Install security updates automatically.',
    tags: 'Tags.',
    ssh: 'SSH settings.',
    transferStatus: 'Transfer to another account in progress.',
  },
  present: (resource) => ({
    label: resource.name,
    description: resource.ipAddress,
    ...serverState(resource),
    facts: [
      [t('Address'), resource.ipAddress],
      [t('System'), join([resource.os, resource.osVersion], ' ')],
    ],
  }),
  document: {
    schema: z.extend(server, sshPart.schema),
    editing: {
      schema: z.pick(serverDraft, { name: true, provider: true }),
      ...saveInParts([
        {
          name: () => t('Name and Provider'),
          write: updateServerMeta,
          fields: ['name', 'provider'],
          complete: (fields, { after }) => ({ ...pick(after, ['name']), ...fields }),
        },
        {
          name: () => t('Automatic Updates'),
          write: updateServerAutoUpdate,
          fields: ['softwareUpdate', 'securityUpdate'],
          complete: (_fields, { after }) => pick(after, ['softwareUpdate', 'securityUpdate']),
        },
        {
          name: () => t('PHP CLI'),
          write: updateCliPhp,
          fields: ['phpCLIVersion'],
          complete: ({ phpCLIVersion = '' }) => ({ phpVersion: phpCLIVersion }),
        },
        {
          name: () => t('Tags'),
          write: updateServerTags,
          fields: ['tags'],
        },
        // Sent last: if it locks the person out, everything else is already saved.
        sshPart.written,
      ]),
    },
  },
});

/** A server's condition: shown by the icon, and in words unless it is healthy. */
function serverState(resource: Lenient<Server>): Pick<InWords, 'problem' | 'icon' | 'state'> {
  const { transferStatus } = resource;
  const shown = (state: string, id: string, color: string, problem = state) => ({
    problem,
    icon: { id, color },
    state,
  });
  if (resource.connected === false) {
    return shown(t('not connected'), 'debug-disconnect', 'disabledForeground');
  }
  if (resource.online === false) {
    return shown(t('offline'), 'error', 'list.errorForeground');
  }
  if (transferStatus && transferStatus !== 'AVAILABLE') {
    const state = t('transfer: {0}', nameTransfer(transferStatus) ?? '');
    return shown(state, 'arrow-swap', 'charts.blue');
  }
  if (resource.securityUpdate === false) {
    const [state, problem] = [t('online, security updates off'), t('security updates off')];
    return shown(state, 'server', 'list.warningForeground', problem);
  }
  return resource.online === true
    ? { icon: { id: 'server', color: 'testing.iconPassed' }, state: t('online') }
    : {};
}

export function nameTransfer<Value>(status: Value): Value | string {
  const words: ReadonlyMap<unknown, string> = new Map([
    ['AVAILABLE', t('available')],
    ['PENDING', t('pending')],
    ['TRANSFERRED', t('transferred')],
  ]);
  return words.get(status) ?? (typeof status === 'string' ? status.toLowerCase() : status);
}
