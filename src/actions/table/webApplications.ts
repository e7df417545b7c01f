import { type Action, onResource } from '../action';
import { creation } from './parts/creation';
import { deletion } from './parts/deletion';
import { flag, oneNumberOf, oneOf } from '../../documents/creations/fields';
import type { FieldContext } from '../../documents/creations/field';
import {
  webApplicationCreation,
  wordPressCreation,
} from '../../documents/creations/webApplications';
import type { WriteVerdict } from '../../documents/writing/outcome';
import { asResource, type Target } from '../../resources/reference';
import type { Values } from '../../base/questions';
import { orLeave } from './parts/orLeave';
import { switchesOf } from './parts/toSwitches';
import {
  preloadCache,
  readCacheConfiguration,
  updateCacheConfiguration,
} from '../../api/contract/cacheConfiguration';
import { deleteDomain } from '../../api/contract/domain';
import {
  deleteHubCache,
  hubCachePatch,
  readHubCache,
  updateHubCache,
} from '../../api/contract/hubCache';
import {
  createAlias,
  deleteWebApplication,
  listWebApplications,
} from '../../api/contract/webApplication';
import { isObject } from '../../base/json';
import { t } from '../../base/l10n';

export const webApplicationActions: readonly Action[] = [
  creation('serverManagement.createWebApplication', 'webApplication'),
  creation('serverManagement.createWordPress', 'webApplication', {
    endpoint: wordPressCreation.endpoint,
    fields: wordPressCreation.fields,
    changesNextTo: ['database', 'databaseUser'],
  }),
  onResource('serverManagement.createAlias', 'webApplication', createAlias, {
    fields: webApplicationCreation.fields,
    reads: webApplicationCreation.reads ?? [],
    isSingleTarget: true,
    judge: judgeAlias,
    progressTitle: (what) => t('Creating alias of {0}', what),
    done: (what) => t('{0} now has an alias.', what),
    effect: 'collection',
  }),
  deletion('webApplication', deleteWebApplication, {
    detail: () => t("Its files and settings on the server will be lost. This can't be undone."),
  }),
  creation('serverManagement.createDomain', 'domain'),
  deletion('domain', deleteDomain),
  ...cacheActions(),
  ...hubCacheActions(),
];

async function judgeAlias(
  { client }: Pick<FieldContext, 'client'>,
  target: Target,
  { name }: Values,
): Promise<WriteVerdict> {
  const of = asResource(target).ids.at(-1);
  const listed = await client.readAll(target, listWebApplications);
  return listed.some((each) => each['name'] === name && each['alias'] === of) ? 'done' : 'failed';
}

/** The caches of a web application (API §2.9). */
function cacheActions(): Action[] {
  return [
    onResource('serverManagement.switchCache', 'cacheConfiguration', updateCacheConfiguration, {
      reads: [readCacheConfiguration],
      fields: () => [
        switchesOf(
          t('Caches'),
          [
            { name: 'pageCacheEnabled', label: t('Page') },
            { name: 'objectCacheEnabled', label: t('Object') },
            { name: 'cdnEnabled', label: t('CDN') },
          ],
          ({ cacheSettings }) => {
            const stateOf = (group: string): unknown => {
              const members = isObject(cacheSettings) ? cacheSettings[group] : undefined;
              return isObject(members) ? members['enable'] : undefined;
            };
            return {
              pageCacheEnabled: stateOf('cache_settings'),
              objectCacheEnabled: stateOf('object_cache_settings'),
              cdnEnabled: stateOf('cdn_settings'),
            };
          },
        ),
      ],
      starts: 'cache',
      progressTitle: () => t('Changing caches'),
      done: () => t('Caches changed.'),
    }),
    onResource('serverManagement.preloadCache', 'cacheConfiguration', preloadCache, {
      progressTitle: () => t('Preloading page cache'),
      accepted: () => t('Page cache preload started.'),
      starts: 'cache',
    }),
  ];
}

/** The hub cache of a web application (API §2.11). */
function hubCacheActions(): Action[] {
  return [
    creation('serverManagement.createHubCache', 'hubCache', {
      progressTitle: () => t('Setting up hub cache'),
      done: () => t('Hub cache set up.'),
      failed: () => t("The hub cache wasn't set up."),
    }),
    onResource('serverManagement.changeHubCache', 'hubCache', updateHubCache, {
      reads: [readHubCache],
      // The object cache's state can't be read (observed), so it is asked for, not toggled.
      fields: () =>
        [
          flag('redisObjectCache', t('Object cache in Redis?')),
          oneOf('nginxCacheType', t('Cache type'), hubCachePatch.shape.nginxCacheType),
          oneNumberOf('cacheFolderSize', t('Cache folder size'), [128, 256, 512, 1024]),
          oneNumberOf('cacheValidMinute', t('Page lifetime in minutes'), [10, 30, 60, 240, 1440]),
        ].map((field) => orLeave(field)),
      progressTitle: () => t('Changing hub cache'),
      done: () => t('Hub cache changed.'),
    }),
    deletion('hubCache', deleteHubCache, {
      question: (name) => t('Delete the hub cache of "{0}"?', name),
      effect: 'resource',
    }),
  ];
}
