import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody, readChanges } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/input/fields';
import { Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import { fakeSecret } from '../seed/secrets';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { HubState } from '../state/webApplication';

const size = z.int().check(z.gte(1, 'Must be at least 1.'));

/** API §2.11. */
const changes = z.object({
  nginxCacheType: z.optional(label),
  redisObjectCache: z.optional(z.boolean()),
  cacheFolderSize: z.optional(size),
  cacheValidMinute: z.optional(size),
});

/** Observed: creating one uses a different name for the type than everything else. */
const draft = z.object({
  cacheType: label,
  redisObjectCache: z._default(z.boolean(), false),
  cacheFolderSize: z._default(size, 256),
  cacheValidMinute: z._default(size, 30),
});

function hubOf(context: SandboxContext): HubState {
  const { hub } = webApplicationOf(context);
  if (!hub) throw new Refusal(404, 'The web application has no hub.');
  return hub;
}

async function create(context: SandboxContext): Promise<void> {
  const webApplication = webApplicationOf(context);
  const { cacheType, redisObjectCache, ...sizes } = await readBody(context, draft);
  if (webApplication.hub) throw new Refusal(422, 'The web application has a hub already.');
  const store = context.get('store');
  const id = newId(store.world);
  const now = toTimestamp(store.now());
  webApplication.hub = {
    record: {
      id,
      web_application_id: webApplication.record.id,
      nginxCacheType: cacheType,
      ...sizes,
      cacheFolderPath: `/var/cache/hub/${webApplication.record.name}`,
      cacheHeaderName: 'X-Hub-Cache',
      status: 'Completed',
      apiKey: fakeSecret('hubkey', id),
      apiSecret: fakeSecret('hubsecret', id),
      created_at: now,
      updated_at: now,
    },
    redisObjectCache,
  };
}

/** The hub cache of a web application: API §4 endpoint 16; the rest was observed. */
export function hubRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.patch('/servers/:serverId/webapps/:webappId/platformhub', async (context) => {
    const hub = hubOf(context);
    const given = await readChanges(context, changes);
    hub.redisObjectCache = given.redisObjectCache ?? hub.redisObjectCache;
    hub.record.nginxCacheType = given.nginxCacheType ?? hub.record.nginxCacheType;
    hub.record.cacheFolderSize = given.cacheFolderSize ?? hub.record.cacheFolderSize;
    hub.record.cacheValidMinute = given.cacheValidMinute ?? hub.record.cacheValidMinute;
    hub.record.updated_at = toTimestamp(context.get('store').now());
    return context.json({ message: 'The hub was updated.' });
  });

  routes.get('/servers/:serverId/webapps/:webappId/platformhub', (context) =>
    context.json(hubOf(context).record),
  );
  routes.post('/servers/:serverId/webapps/:webappId/platformhub', async (context) => {
    await create(context);
    return context.json({ message: 'The hub was added.' });
  });
  routes.delete('/servers/:serverId/webapps/:webappId/platformhub', (context) => {
    hubOf(context);
    webApplicationOf(context).hub = null;
    return context.json({ message: 'The hub was deleted.' });
  });
  return routes;
}
