import * as z from '../schemas';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, message, openEnum, sent } from './fields';

const cacheType = openEnum('native', 'sr');

/** Patch for the hub cache: any of its fields (API §2.11, §4 rule 2). */
export const hubCachePatch = z.partial(
  sent({
    nginxCacheType: cacheType,
    redisObjectCache: z.boolean(),
    cacheFolderSize: z.int(),
    cacheValidMinute: z.int(),
  }),
);

/** Observed: reads lack `redisObjectCache` and contain more than can be written. */
export const hubCache = answered({
  id,
  web_application_id: z.nullish(z.int()),
  nginxCacheType: z.nullish(z.string()),
  cacheFolderSize: z.nullish(z.int()),
  cacheValidMinute: z.nullish(z.int()),
  cacheFolderPath: z.nullish(z.string()),
  cacheHeaderName: z.nullish(z.string()),
  status: z.nullish(z.string()),
  apiKey: z.nullish(z.string()),
  apiSecret: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
  updated_at: z.nullish(z.string()),
});
/** API §4 endpoint 16. */
export const updateHubCache = defineEndpoint({
  id: 'hubCache.update',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: documentedV3,
  body: hubCachePatch,
  answer: message,
});

export const readHubCache = defineEndpoint({
  id: 'hubCache.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: observedV3,
  answer: hubCache,
});

/** Observed: the type is called `cacheType` here. */
export const hubCacheDraft = sent({
  cacheType,
  redisObjectCache: z.optional(z.boolean()),
  cacheFolderSize: z.optional(z.int()),
  cacheValidMinute: z.optional(z.int()),
});

export const createHubCache = defineEndpoint({
  id: 'hubCache.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: observedV3,
  body: hubCacheDraft,
  answer: acknowledgement,
});

export const deleteHubCache = defineEndpoint({
  id: 'hubCache.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: observedV3,
  answer: acknowledgement,
});
