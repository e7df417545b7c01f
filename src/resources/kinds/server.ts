import { defineKind, type Presentation } from './kind';
import {
  listServers,
  readServer,
  server,
  serverDraft,
  type Server,
  updateServerAutoUpdate,
  updateServerMeta,
} from '../../api/contract/server';
import { pick } from '../../shared/json';
import type { Translate } from '../../shared/translate';

/** A server and what hangs under it (reference §2.1). */
export const serverKind = defineKind({
  id: 'server',
  parent: undefined,
  names: { one: 'Server', many: 'Servers' },
  folder: 'servers',
  suffix: 'server',
  variable: 'serverId',
  operations: { list: listServers, read: readServer },
  icon: 'server',
  schema: server,
  present: (resource, t) => ({
    label: resource.name,
    ...standing(resource, t),
    facts: [
      [t('Address'), resource.ipAddress],
      [t('Provider'), resource.provider],
      [t('Web server'), resource.stack],
      [t('System'), [resource.os, resource.osVersion].filter(Boolean).join(' ')],
      [t('PHP CLI'), resource.phpCLIVersion],
      [t('Country'), resource.country_iso_code ?? ''],
      [t('Agent'), resource.agentVersion ?? ''],
      [t('Security updates'), resource.securityUpdate ? t('automatic') : t('off')],
      [t('Software updates'), resource.softwareUpdate ? t('automatic') : t('off')],
      [t('Transfer'), resource.transferStatus],
      [t('Created'), resource.created_at],
    ],
  }),
  document: {
    editing: {
      schema: serverDraft.pick({ name: true, provider: true }),
      writable: ['name', 'provider', 'softwareUpdate', 'securityUpdate'],
      toWrites: ({ after, changed }) => [
        ...('name' in changed || 'provider' in changed
          ? [
              {
                endpoint: updateServerMeta,
                body: { ...pick(after, ['name']), ...pick(changed, ['provider']) },
              },
            ]
          : []),
        ...('softwareUpdate' in changed || 'securityUpdate' in changed
          ? [
              {
                endpoint: updateServerAutoUpdate,
                body: pick(after, ['softwareUpdate', 'securityUpdate']),
              },
            ]
          : []),
      ],
    },
  },
});

type Standing = Pick<Presentation, 'description' | 'icon' | 'state' | 'needsAttention'>;

/** How a server stands: in its icon's shape and colour, and in words where it is not well. */
function standing(resource: Server, t: Translate): Standing {
  const { ipAddress, transferStatus } = resource;
  if (!resource.connected) {
    const state = t('not connected');
    return {
      description: `${state} · ${ipAddress}`,
      icon: { id: 'debug-disconnect', color: 'disabledForeground' },
      state,
    };
  }
  if (!resource.online) {
    const state = t('offline');
    return {
      description: `${state} · ${ipAddress}`,
      icon: { id: 'error', color: 'testing.iconFailed' },
      state,
      needsAttention: true,
    };
  }
  if (transferStatus !== 'AVAILABLE') {
    const state = t('transfer: {0}', transferStatus);
    return {
      description: `${state} · ${ipAddress}`,
      icon: { id: 'arrow-swap', color: 'charts.blue' },
      state,
    };
  }
  if (!resource.securityUpdate) {
    const state = t('online, security updates off');
    return {
      description: `${t('security updates off')} · ${ipAddress}`,
      icon: { id: 'server', color: 'list.warningForeground' },
      state,
    };
  }
  return {
    description: ipAddress,
    icon: { id: 'server', color: 'testing.iconPassed' },
    state: t('online'),
  };
}
