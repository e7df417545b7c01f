import { type Action, onCollection, onResource } from '../action';
import { creation, deletion, orLeave, switchesOf } from './parts';
import { flag, oneNumberOf, oneOf, type FieldContext } from '../../documents/creations/fields';
import { webApplicationCreation, wordPressCreation } from '../../documents/creations/creations';
import type { WriteVerdict } from '../../documents/writing/outcome';
import { asResource, type Target } from '../../resources/reference';
import type { Values, Option } from '../../base/questions';
import {
  preloadCache,
  readCacheConfiguration,
  updateCacheConfiguration,
  rollBackCacheEngine,
  upgradeCacheEngine,
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
  makeDefaultWebApplication,
  rebuildWebApplication,
  unsetDefaultWebApplication,
} from '../../api/contract/webApplication';
import { isObject } from '../../base/json';
import { t } from '../../base/l10n';
import type { Resource } from '../../resources/kinds/kind';
import { nameConstant } from '../../resources/names/constants';
import { installSoftware, readInstallerNames, removeInstaller } from '../../api/contract/installer';
import { ifMissing } from '../../api/errors';
import { toPlain } from '../../base/foreignText';

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
  onResource('serverManagement.makeDefault', 'webApplication', makeDefaultWebApplication, {
    suits: ({ defaultApp }) => defaultApp !== true,
    isSingleTarget: true,
    judge: (_context, _target, _values, now) => judgeDefault(true, now),
    progressTitle: (what) => t("Making {0} the server's default", what),
    done: (what) => t("{0} is the server's default web application.", what),
    // Another web application may have been the default.
    changesNextTo: ['webApplication'],
  }),
  onResource('serverManagement.unsetDefault', 'webApplication', unsetDefaultWebApplication, {
    suits: ({ defaultApp }) => defaultApp === true,
    judge: (_context, _target, _values, now) => judgeDefault(false, now),
    progressTitle: (what) => t("Unsetting {0} as the server's default", what),
    done: (what) => t("{0} is no longer the server's default web application.", what),
  }),
  onResource('serverManagement.rebuildWebApplication', 'webApplication', rebuildWebApplication, {
    confirmation: {
      question: (name) => t('Rebuild "{0}"?', name),
      detail: () =>
        t(
          'Writes its configuration to the server again. Changes made on the server itself are lost.',
        ),
      button: () => t('Rebuild'),
    },
    progressTitle: (what) => t('Rebuilding {0}', what),
    accepted: (what) => t('Rebuild of {0} requested.', what),
  }),
  onResource('serverManagement.upgradeCacheEngine', 'cacheConfiguration', upgradeCacheEngine, {
    interrupts: true,
    starts: 'cache',
    progressTitle: () => t('Upgrading the cache engine'),
    accepted: () => t('Upgrade of the cache engine requested.'),
  }),
  onResource('serverManagement.rollBackCacheEngine', 'cacheConfiguration', rollBackCacheEngine, {
    confirmation: {
      question: (name) => t('Roll back the cache engine of "{0}"?', name),
      detail: () => t('The cache returns to the engine that it had before the upgrade.'),
      button: () => t('Roll Back'),
    },
    starts: 'cache',
    progressTitle: () => t('Rolling back the cache engine'),
    accepted: () => t('Rollback of the cache engine requested.'),
  }),
  onCollection('serverManagement.installSoftware', 'installer', installSoftware, {
    reads: [readInstallerNames],
    fields: () => [
      { type: 'choice', name: 'name', prompt: t('Software'), options: readNames, isOpen: true },
    ],
    creates: true,
    // It writes to the folder of the web application.
    interrupts: true,
    // The service lists nothing that was installed.
    judge: () => 'unknown',
    progressTitle: () => t('Installing software'),
    done: (_what, { name }) => t('"{0}" installed.', toPlain(nameConstant(name))),
    failed: ({ name }) => t('"{0}" wasn\'t installed.', toPlain(nameConstant(name))),
    verb: 'created',
  }),
  deletion('installer', removeInstaller),
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

/** Services leave the field out or return null for one that isn't the default. */
function judgeDefault(wanted: boolean, now: Resource | undefined): WriteVerdict {
  if (!now) return 'unknown';
  return (now['defaultApp'] === true) === wanted ? 'done' : 'failed';
}

/** The names that the service offers; without a list, one can be typed. */
async function readNames(
  { client }: FieldContext,
  target: Target,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const reading = client.perform(target, readInstallerNames, undefined, { signal });
  const names = (await reading.catch(ifMissing([]))) as readonly string[];
  return names.map((value) => ({ value, label: nameConstant(value) }));
}
