import * as z from 'zod/mini';
import { defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, openEnum, sent } from './fields';

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

const cache = '/servers/{serverId}/webapps/{webappId}/platformcache';

/** API §4 endpoint 14. */
export const readCacheConfiguration = defineRead(
  'cacheConfiguration.read',
  cache,
  cacheConfiguration,
  { versions: documentedV3 },
);

/** A flat body, unlike the nested read. */
export const updateCacheConfiguration = defineWrite('cacheConfiguration.update', 'PATCH', cache, {
  body: z.partial(
    sent({
      pageCacheType: openEnum('platform-native'),
      pageCacheEnabled: z.boolean(),
      cdnEnabled: z.boolean(),
      objectCacheEnabled: z.boolean(),
    }),
  ),
});

export const preloadCache = defineWrite('cacheConfiguration.preload', 'POST', `${cache}/preload`);

export const upgradeCacheEngine = defineWrite(
  'cacheConfiguration.upgrade',
  'POST',
  `${cache}/upgrade`,
);

export const rollBackCacheEngine = defineWrite(
  'cacheConfiguration.rollBack',
  'POST',
  `${cache}/rollback`,
);
