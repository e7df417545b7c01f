import type { Action } from '../action';
import { asResource } from '../../resources/reference';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { serviceActions } from './services';
import { text } from '../../documents/creations/fields';
import { deleteServer, updateServerAutoUpdate, updateServerMeta } from '../../api/contract/server';
import { unblockAddress } from '../../api/contract/serverFacts';
import { t } from '../../base/l10n';

/** Actions for servers (API §2.1). */
export const serverActions: readonly Action[] = [
  creation('serverManagement.createServer', 'server', { starts: 'connection' }),
  {
    command: 'serverManagement.renameServer',
    place: { resource: 'server' },
    endpoint: updateServerMeta,
    fields: () => [text('name', t('New name of the server'))],
    isSingleTarget: true,
    progressTitle: (what) => t('Renaming {0}', what),
    done: (what) => t('{0} renamed.', what),
    effect: 'resource',
  },
  {
    command: 'serverManagement.switchAutomaticUpdates',
    place: { resource: 'server' },
    endpoint: updateServerAutoUpdate,
    fields: () => [
      {
        type: 'switches',
        prompt: t('Automatic updates'),
        options: async ({ client }, target, signal) => {
          const now = await client.read(asResource(target), { signal });
          return [
            { name: 'softwareUpdate', label: t('Software'), isOn: now['softwareUpdate'] === true },
            {
              name: 'securityUpdate',
              label: t('Security'),
              description: t('Recommended'),
              isOn: now['securityUpdate'] === true,
            },
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
    effect: 'resource',
  },
  ...serviceActions,
  {
    command: 'serverManagement.unblockAddress',
    place: { resource: 'blockedAddress' },
    endpoint: unblockAddress,
    toCall: (_context, target) => ({
      endpoint: unblockAddress,
      body: { ip: asResource(target).ids.at(-1) },
    }),
    progressTitle: (what) => t('Unblocking {0}', what),
    done: (what) => t('{0} unblocked.', what),
    effect: 'collection',
  },
  deletion('server', deleteServer, {
    detail: () =>
      t("The service stops managing this server and everything on it. This can't be undone."),
    confirmByName: true,
  }),
];
