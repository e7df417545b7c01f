import type { Action } from '../action';
import { asResource } from '../field';
import { creation } from './creation';
import { deletion } from './deletion';
import { oneOf, text } from './fields';
import {
  createServer,
  deleteServer,
  serverDraft,
  updateServerAutoUpdate,
  updateServerMeta,
} from '../../../api/contract/server';
import { controlService, unblockAddress } from '../../../api/contract/serverFacts';
import { isIp } from '../../../shared/ip';

const { provider, webServerType, installationType, databaseType } = serverDraft.shape;

/** What can be done with servers (reference §2.1). */
export const serverActions: readonly Action[] = [
  creation('serverManagement.createServer', 'server', createServer, (t) => [
    text('name', t('Name of the server'), t),
    text('ipAddress', t('IP address of the server'), t, {
      placeholder: '203.0.113.10',
      validate: (value) => (isIp(value) ? undefined : t('Type an IP address.')),
    }),
    oneOf('provider', t('Provider'), provider),
    oneOf('webServerType', t('Web server'), webServerType),
    oneOf('installationType', t('Installation'), installationType),
    oneOf('databaseType', t('Database'), databaseType),
  ]),
  {
    command: 'serverManagement.renameServer',
    place: { resource: 'server' },
    endpoint: updateServerMeta,
    fields: (t) => [text('name', t('New name of the server'), t)],
    isForOne: true,
    doing: (what, t) => t('Renaming {0}', what),
    effect: 'resource',
  },
  {
    command: 'serverManagement.switchAutomaticUpdates',
    place: { resource: 'server' },
    endpoint: updateServerAutoUpdate,
    fields: (t) => [
      {
        type: 'switches',
        prompt: t('Automatic updates that are on'),
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
    // The service takes both switches together (observed).
    toCall: async ({ client }, target, values, signal) => {
      const { softwareUpdate, securityUpdate } = await client.read(asResource(target), { signal });
      return {
        endpoint: updateServerAutoUpdate,
        body: { softwareUpdate, securityUpdate, ...values },
      };
    },
    doing: (what, t) => t('Switching the automatic updates of {0}', what),
    effect: 'resource',
  },
  {
    command: 'serverManagement.controlService',
    place: { resource: 'service' },
    endpoint: controlService,
    fields: (t) => [
      {
        type: 'choice',
        name: 'action',
        prompt: t('What is to be done with it?'),
        options: () => [
          { value: 'restart', label: t('Restart') },
          { value: 'reload', label: t('Reload'), description: t('its configuration') },
          { value: 'start', label: t('Start') },
          { value: 'stop', label: t('Stop') },
        ],
      },
    ],
    toCall: (_context, target, values) => ({
      endpoint: controlService,
      body: { ...values, realName: asResource(target).ids.at(-1) },
    }),
    caution: {
      when: ({ action }) => action === 'stop',
      question: (name, t) => t('Stop "{0}"?', name),
      detail: (t) => t('What depends on it does not work until it is started again.'),
      button: (t) => t('Stop'),
    },
    doing: (what, t) => t('Controlling {0}', what),
    effect: 'collection',
  },
  {
    command: 'serverManagement.unblockAddress',
    place: { resource: 'blockedAddress' },
    endpoint: unblockAddress,
    toCall: (_context, target) => ({
      endpoint: unblockAddress,
      body: { ip: asResource(target).ids.at(-1) },
    }),
    doing: (what, t) => t('Unblocking {0}', what),
    effect: 'collection',
  },
  deletion('server', deleteServer, {
    detail: (t) =>
      t('The service forgets the server and everything it manages there. This cannot be undone.'),
    asksForName: true,
  }),
];
