import { type Action, onResource } from '../action';
import type { WriteVerdict } from '../../documents/writing/outcome';
import type { Resource } from '../../resources/kinds/kind';
import {
  makeDefaultWebApplication,
  rebuildWebApplication,
  unsetDefaultWebApplication,
} from '../../api/contract/webApplication';
import { rollBackCacheEngine, upgradeCacheEngine } from '../../api/contract/cacheConfiguration';
import { t } from '../../base/l10n';

export const webApplicationCareActions: readonly Action[] = [
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
  }),
  onResource('serverManagement.upgradeCacheEngine', 'cacheConfiguration', upgradeCacheEngine, {
    interrupts: true,
    starts: 'cache',
    progressTitle: () => t('Upgrading the cache engine'),
  }),
  onResource('serverManagement.rollBackCacheEngine', 'cacheConfiguration', rollBackCacheEngine, {
    confirmation: {
      question: (name) => t('Roll back the cache engine of "{0}"?', name),
      detail: () => t('The cache returns to the engine that it had before the upgrade.'),
      button: () => t('Roll Back'),
    },
    starts: 'cache',
    progressTitle: () => t('Rolling back the cache engine'),
  }),
];

/** Services leave the field out or return null for one that isn't the default. */
function judgeDefault(wanted: boolean, now: Resource | undefined): WriteVerdict {
  if (!now) return 'unknown';
  return (now['defaultApp'] === true) === wanted ? 'done' : 'failed';
}
