import { defineKind, patchWith } from './kind';
import { hubCache, readHubCache, updateHubCache } from '../../api/contract/hubCache';

/** The hub cache of a web application (reference §2.11; the read is observed). */
export const hubCacheKind = defineKind({
  id: 'hubCache',
  parent: 'webApplication',
  names: { one: 'Hub Cache', many: 'Hub Caches' },
  folder: 'hub-cache',
  suffix: 'hub-cache',
  operations: { read: readHubCache },
  icon: 'database',
  schema: hubCache,
  present: (resource, t) => ({
    label: t('Hub Cache'),
    description: [resource.nginxCacheType, resource.status].filter(Boolean).join(' · '),
  }),
  document: {
    editing: {
      ...patchWith(updateHubCache, [
        'nginxCacheType',
        'redisObjectCache',
        'cacheFolderSize',
        'cacheValidMinute',
      ]),
      unread: ['redisObjectCache'],
    },
  },
});
