import { nameConstant } from '../names/constants';
import { join } from './inWords';
import { defineKind, patchWith } from './kind';
import { hubCache, readHubCache, updateHubCache } from '../../api/contract/hubCache';

/** The hub cache of a web application (API §2.11; the read is observed). */
export const hubCacheKind = defineKind({
  id: 'hubCache',
  parent: 'webApplication',
  names: { one: 'Hub Cache', many: 'Hub Caches' },
  folder: 'hub-cache',
  suffix: 'hub-cache',
  operations: { read: readHubCache, writesById: [updateHubCache] },
  icon: 'database',
  schema: hubCache,
  present: (resource, { t }) => ({
    label: t('Hub Cache'),
    description: join([nameConstant(resource.nginxCacheType, t), resource.status]),
  }),
  document: {
    editing: {
      ...patchWith(updateHubCache, [
        'nginxCacheType',
        'redisObjectCache',
        'cacheFolderSize',
        'cacheValidMinute',
      ]),
      worksUnread: true,
      unread: ['redisObjectCache'],
    },
  },
});
