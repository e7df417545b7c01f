import * as z from 'zod/mini';
import { defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, message, openEnum, sent } from './fields';

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

const hub = '/servers/{serverId}/webapps/{webappId}/platformhub';

/** API §4 endpoint 16. */
export const updateHubCache = defineWrite('hubCache.update', 'PATCH', hub, {
  versions: documentedV3,
  body: hubCachePatch,
  answer: message,
});

export const readHubCache = defineRead('hubCache.read', hub, hubCache);

/** Observed: the type is called `cacheType` here. */
export const hubCacheDraft = sent({
  cacheType,
  redisObjectCache: z.optional(z.boolean()),
  cacheFolderSize: z.optional(z.int()),
  cacheValidMinute: z.optional(z.int()),
});

export const createHubCache = defineWrite('hubCache.create', 'POST', hub, { body: hubCacheDraft });
export const deleteHubCache = defineWrite('hubCache.delete', 'DELETE', hub);
