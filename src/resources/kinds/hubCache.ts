import { nameConstant } from '../names/constants';
import { join, defineKind, patchWith } from './kind';
import { hubCache, readHubCache, updateHubCache } from '../../api/contract/hubCache';
import { t } from '../../base/l10n';

export const hubCacheKind = defineKind({
  id: 'hubCache',
  parent: 'webApplication',
  names: { one: 'Hub Cache', many: 'Hub Caches' },
  operations: { read: readHubCache, writesById: [updateHubCache] },
  icon: 'layers',
  schema: hubCache,
  fieldTexts: {
    web_application_id: 'ID of the web application.',
    nginxCacheType: 'Cache type: native or sr.',
    redisObjectCache: 'Cache objects in Redis. Never returned.',
    cacheFolderPath: 'Cache folder.',
    cacheHeaderName: 'Response header for cache hits.',
  },
  present: (resource) => ({
    label: t('Hub Cache'),
    description: join([nameConstant(resource.nginxCacheType), resource.status]),
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
