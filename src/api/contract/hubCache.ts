import * as z from 'zod';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, id, message, openEnum, sent } from './fields';

const cacheType = openEnum('native', 'sr');

/** Patch for the hub cache: any of its fields (API §2.11, §4 rule 2). */
export const hubCachePatch = sent({
  nginxCacheType: cacheType,
  redisObjectCache: z.boolean(),
  cacheFolderSize: z.int(),
  cacheValidMinute: z.int(),
}).partial();

/** Observed: reads lack `redisObjectCache` and contain more than can be written. */
export const hubCache = answered({
  id,
  web_application_id: z.int().nullish(),
  nginxCacheType: z.string().nullish(),
  cacheFolderSize: z.int().nullish(),
  cacheValidMinute: z.int().nullish(),
  cacheFolderPath: z.string().nullish(),
  cacheHeaderName: z.string().nullish(),
  status: z.string().nullish(),
  apiKey: z.string().nullish(),
  apiSecret: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
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

/** Observed. */
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
  redisObjectCache: z.boolean().optional(),
  cacheFolderSize: z.int().optional(),
  cacheValidMinute: z.int().optional(),
});

/** Observed. */
export const createHubCache = defineEndpoint({
  id: 'hubCache.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: observedV3,
  body: hubCacheDraft,
  answer: acknowledgement,
});

/** Observed. */
export const deleteHubCache = defineEndpoint({
  id: 'hubCache.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/platformhub',
  versions: observedV3,
  answer: acknowledgement,
});
