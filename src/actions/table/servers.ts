import { type Action, type ActionConfirmation, onResource } from '../action';
import { asResource } from '../../resources/reference';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { text } from '../../documents/creations/fields';
import { deleteServer, updateServerAutoUpdate, updateServerMeta } from '../../api/contract/server';
import { controlService, unblockAddress } from '../../api/contract/serverFacts';
import { t } from '../../base/l10n';
import type { ActionCommand } from '../commands';
import { toSwitches } from './parts/toSwitches';
import type { JsonObject } from '../../base/json';

type ServiceOrder = 'start' | 'stop' | 'restart';

const beforeStop: ActionConfirmation = {
  question: (name) => t('Stop "{0}"?', name),
  detail: () => t('Everything that depends on it stops working until it starts again.'),
  button: () => t('Stop'),
};

const serviceActions: readonly Action[] = [
  order('serverManagement.restartService', 'restart', { interrupts: true }),
  order('serverManagement.startService', 'start', {
    suits: ({ running }) => running !== true,
  }),
  order('serverManagement.stopService', 'stop', {
    interrupts: true,
    suits: ({ running }) => running !== false,
    confirmation: beforeStop,
  }),
];

function order(
  command: ActionCommand,
  action: ServiceOrder,
  more: Pick<Action, 'interrupts' | 'suits' | 'confirmation'>,
): Action {
  return onResource(command, 'service', controlService, {
    ...more,
    toCall: (_context, target) => ({
      endpoint: controlService,
      body: { action, realName: asResource(target).ids.at(-1) },
    }),
    progressTitle: (what) => controlling(action, what),
    toRead: () => stateAfter(action),
    done: (what) => controlled(action, what),
  });
}

function controlling(action: ServiceOrder, what: string): string {
  if (action === 'start') return t('Starting {0}', what);
  return action === 'stop' ? t('Stopping {0}', what) : t('Restarting {0}', what);
}

/** No read shows whether a service was restarted. */
function stateAfter(action: ServiceOrder): JsonObject {
  if (action !== 'start' && action !== 'stop') return {};
  return { running: action === 'start' };
}

function controlled(action: ServiceOrder, what: string): string {
  return action === 'start' ? t('{0} started.', what) : t('{0} stopped.', what);
}

export const serverActions: readonly Action[] = [
  creation('serverManagement.createServer', 'server', { starts: 'connection' }),
  onResource('serverManagement.renameServer', 'server', updateServerMeta, {
    fields: () => [text('name', t('New name of the server'))],
    isSingleTarget: true,
    progressTitle: (what) => t('Renaming {0}', what),
    done: (what) => t('{0} renamed.', what),
  }),
  onResource('serverManagement.switchAutomaticUpdates', 'server', updateServerAutoUpdate, {
    fields: () => [
      {
        type: 'switches',
        prompt: t('Automatic updates'),
        options: async ({ client }, target, signal) => {
          const now = await client.read(asResource(target), { signal });
          const security = { label: t('Security'), description: t('Recommended') };
          return [
            ...toSwitches({ name: 'softwareUpdate', label: t('Software') }, now['softwareUpdate']),
            ...toSwitches({ name: 'securityUpdate', ...security }, now['securityUpdate']),
          ];
        },
      },
    ],
    // The service requires both flags together (observed).
    toCall: async ({ client }, target, values, signal) => {
      const { softwareUpdate, securityUpdate } = await client.read(asResource(target), { signal });
      return {
        endpoint: updateServerAutoUpdate,
        body: { softwareUpdate, securityUpdate, ...values },
      };
    },
    progressTitle: (what) => t('Changing automatic updates of {0}', what),
    done: (what) => t('Automatic updates for {0} changed.', what),
  }),
  ...serviceActions,
  onResource('serverManagement.unblockAddress', 'blockedAddress', unblockAddress, {
    toCall: (_context, target) => ({
      endpoint: unblockAddress,
      body: { ip: asResource(target).ids.at(-1) },
    }),
    progressTitle: (what) => t('Unblocking {0}', what),
    done: (what) => t('{0} unblocked.', what),
    effect: 'collection',
  }),
  deletion('server', deleteServer, {
    detail: () =>
      t("The service stops managing this server and everything on it. This can't be undone."),
    confirmByName: true,
  }),
];
