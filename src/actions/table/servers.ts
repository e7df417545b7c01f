import { type Action, type ActionConfirmation, onCollection, onResource } from '../action';
import { asResource, collectionOf } from '../../resources/reference';
import { creation, deletion, toSwitches } from './parts';
import { text, phpVersionField } from '../../documents/creations/fields';
import {
  cleanDisk,
  deleteServer,
  rebuildCronTable,
  rebuildSupervisor,
  updateCliPhp,
  updateServerAutoUpdate,
  updateServerMeta,
  updateServerTags,
} from '../../api/contract/server';
import { controlService, unblockAddress } from '../../api/contract/serverFacts';
import { t } from '../../base/l10n';
import type { ActionCommand } from '../commands';
import { tagsOf } from '../../resources/search/arrange';
import { readPhpVersions } from '../../api/contract/webApplication';

const beforeStop: ActionConfirmation = {
  question: (name) => t('Stop "{0}"?', name),
  detail: () => t('Everything that depends on it stops working until it starts again.'),
  button: () => t('Stop'),
};

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
      return { body: { softwareUpdate, securityUpdate, ...values } };
    },
    progressTitle: (what) => t('Changing automatic updates of {0}', what),
    done: (what) => t('Automatic updates for {0} changed.', what),
  }),
  order('serverManagement.restartService', 'restart', {
    interrupts: true,
    progressTitle: (what) => t('Restarting {0}', what),
    accepted: (what) => t('Restart of {0} requested.', what),
    // No read shows whether a service was restarted.
    toRead: () => ({}),
  }),
  order('serverManagement.startService', 'start', {
    suits: ({ running }) => running !== true,
    progressTitle: (what) => t('Starting {0}', what),
    done: (what) => t('{0} started.', what),
    toRead: () => ({ running: true }),
  }),
  order('serverManagement.stopService', 'stop', {
    interrupts: true,
    suits: ({ running }) => running !== false,
    confirmation: beforeStop,
    progressTitle: (what) => t('Stopping {0}', what),
    done: (what) => t('{0} stopped.', what),
    toRead: () => ({ running: false }),
  }),
  onResource('serverManagement.unblockAddress', 'blockedAddress', unblockAddress, {
    toCall: (_context, target) => ({ body: { ip: asResource(target).ids.at(-1) } }),
    progressTitle: (what) => t('Unblocking {0}', what),
    done: (what) => t('{0} unblocked.', what),
    effect: 'collection',
  }),
  deletion('server', deleteServer, {
    detail: () =>
      t("The service stops managing this server and everything on it. This can't be undone."),
    isDestructive: 'everywhere',
  }),
  onResource('serverManagement.changeTags', 'server', updateServerTags, {
    fields: () => [
      {
        type: 'words',
        name: 'tags',
        prompt: t('Tags'),
        options: async ({ client, store }, target, signal) => {
          const own = tagsOf(await client.read(asResource(target), { signal }));
          const others = store.peek(collectionOf(asResource(target)))?.items.flatMap(tagsOf) ?? [];
          const known = new Set([...own, ...others.toSorted()]);
          return [...known].map((word) => ({ word, isOn: own.includes(word) }));
        },
      },
    ],
    isSingleTarget: true,
    // The whole set is sent, and read as part of the server.
    toRead: ({ tags = [] }) => ({ tags }),
    progressTitle: (what) => t('Changing the tags of {0}', what),
    done: (what) => t('Tags of {0} changed.', what),
  }),
  onResource('serverManagement.changeCliPhp', 'server', updateCliPhp, {
    reads: [readPhpVersions],
    fields: () => [phpVersionField(t('PHP CLI version'))],
    toRead: ({ phpVersion = '' }) => ({ phpCLIVersion: phpVersion }),
    progressTitle: (what) => t('Changing the PHP CLI version of {0}', what),
    done: (what) => t('PHP CLI version of {0} changed.', what),
  }),
  onResource('serverManagement.cleanDisk', 'server', cleanDisk, {
    confirmation: {
      question: (name) => t('Clean the disk of "{0}"?', name),
      detail: () =>
        t("The service deletes files that it considers unneeded. This can't be undone."),
      button: () => t('Clean'),
    },
    progressTitle: (what) => t('Cleaning the disk of {0}', what),
    accepted: (what) => t('Disk cleanup of {0} requested.', what),
    effect: 'none',
  }),
  onCollection('serverManagement.rebuildCronTable', 'cronJob', rebuildCronTable, {
    confirmation: {
      question: () => t('Rebuild the cron table?'),
      detail: () =>
        t(
          'Writes these cron jobs to the server again. Changes made on the server itself are lost.',
        ),
      button: () => t('Rebuild'),
    },
    progressTitle: () => t('Rebuilding the cron table'),
    accepted: () => t('Rebuild of the cron table requested.'),
    effect: 'none',
  }),
  onCollection('serverManagement.rebuildSupervisor', 'supervisorJob', rebuildSupervisor, {
    confirmation: {
      question: () => t('Rebuild the supervisor configuration?'),
      detail: () => t('Running jobs may be restarted. Changes made on the server itself are lost.'),
      button: () => t('Rebuild'),
    },
    progressTitle: () => t('Rebuilding the supervisor configuration'),
    accepted: () => t('Rebuild of the supervisor configuration requested.'),
    // Processes may have restarted.
    effect: 'collection',
  }),
];

function order(
  command: ActionCommand,
  action: 'start' | 'stop' | 'restart',
  more: Parameters<typeof onResource>[3],
): Action {
  return onResource(command, 'service', controlService, {
    ...more,
    toCall: (_context, target) => ({ body: { action, realName: asResource(target).ids.at(-1) } }),
  });
}
