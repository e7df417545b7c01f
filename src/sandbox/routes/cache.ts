import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readChanges } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import type { CacheConfiguration } from '../state/webApplication';

/** Flat, unlike the answer to a read. */
const flatChanges = z.object({
  pageCacheType: z.optional(label),
  pageCacheEnabled: z.optional(z.boolean()),
  cdnEnabled: z.optional(z.boolean()),
  objectCacheEnabled: z.optional(z.boolean()),
});

function cacheOf(context: SandboxContext): CacheConfiguration {
  const { cache } = webApplicationOf(context);
  if (!cache) throw new Refusal(404, 'The web application has no cache.');
  return cache;
}

/** The cache of a web application: API §4 endpoint 14; the writes were observed. */
export function cacheRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/webapps/:webappId/platformcache', (context) =>
    context.json(cacheOf(context)),
  );
  routes.patch('/servers/:serverId/webapps/:webappId/platformcache', async (context) => {
    const { cache_settings, cdn_settings, object_cache_settings } = cacheOf(context).cacheSettings;
    const changes = await readChanges(context, flatChanges);
    cache_settings.page_cache_type = changes.pageCacheType ?? cache_settings.page_cache_type;
    cache_settings.enable = changes.pageCacheEnabled ?? cache_settings.enable;
    cdn_settings.enable = changes.cdnEnabled ?? cdn_settings.enable;
    object_cache_settings.enable = changes.objectCacheEnabled ?? object_cache_settings.enable;
    return context.json({ message: 'The cache was updated.' });
  });
  // An empty body: some writes answer with something other than JSON, and clients should be tested
  // against that here.
  routes.post('/servers/:serverId/webapps/:webappId/platformcache/preload', (context) => {
    cacheOf(context);
    return context.body(null, 200);
  });
  return routes;
}
