import * as z from '../schemas';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** The cache of a web application; both keys are plaintext credentials (API §2.9, §4 rule 5). */
export const cacheConfiguration = answered({
  id,
  status: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  cacheSettings: answered({
    cache_settings: answered({ enable: z.boolean(), page_cache_type: z.string() }),
    cdn_settings: answered({ enable: z.boolean(), cdn_type: z.string() }),
    object_cache_settings: answered({ enable: z.boolean(), object_cache_type: z.string() }),
  }),
});
/** API §4 endpoint 14. */
export const readCacheConfiguration = defineEndpoint({
  id: 'cacheConfiguration.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache',
  versions: documentedV3,
  answer: cacheConfiguration,
});

/** A flat body, unlike the nested read. */
export const updateCacheConfiguration = defineEndpoint({
  id: 'cacheConfiguration.update',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache',
  versions: observedV3,
  body: z.partial(
    sent({
      pageCacheType: openEnum('platform-native'),
      pageCacheEnabled: z.boolean(),
      cdnEnabled: z.boolean(),
      objectCacheEnabled: z.boolean(),
    }),
  ),
  answer: acknowledgement,
});

export const preloadCache = defineEndpoint({
  id: 'cacheConfiguration.preload',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/preload',
  versions: observedV3,
  answer: acknowledgement,
});

export const upgradeCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.upgrade',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/upgrade',
  versions: observedV3,
  answer: acknowledgement,
});

export const rollBackCacheEngine = defineEndpoint({
  id: 'cacheConfiguration.rollBack',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformcache/rollback',
  versions: observedV3,
  answer: acknowledgement,
});
