import { type Action, onResource } from '../action';
import { phpVersionField } from '../../documents/creations/fields';
import {
  cleanDisk,
  rebuildCronTable,
  rebuildSupervisor,
  updateCliPhp,
  updateServerTags,
} from '../../api/contract/serverCare';
import { asResource, collectionOf } from '../../resources/reference';
import { tagsOf } from '../../resources/search/facets';
import { readPhpVersions } from '../../api/contract/webApplication';
import { t } from '../../base/l10n';

export const serverCareActions: readonly Action[] = [
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
    effect: 'none',
  }),
  {
    command: 'serverManagement.rebuildCronTable',
    place: { collection: 'cronJob' },
    endpoint: rebuildCronTable,
    confirmation: {
      question: () => t('Rebuild the cron table?'),
      detail: () =>
        t(
          'Writes these cron jobs to the server again. Changes made on the server itself are lost.',
        ),
      button: () => t('Rebuild'),
    },
    progressTitle: () => t('Rebuilding the cron table'),
    effect: 'none',
  },
  {
    command: 'serverManagement.rebuildSupervisor',
    place: { collection: 'supervisorJob' },
    endpoint: rebuildSupervisor,
    confirmation: {
      question: () => t('Rebuild the supervisor configuration?'),
      detail: () => t('Running jobs may be restarted. Changes made on the server itself are lost.'),
      button: () => t('Rebuild'),
    },
    progressTitle: () => t('Rebuilding the supervisor configuration'),
    // Processes may have restarted.
    effect: 'collection',
  },
];
