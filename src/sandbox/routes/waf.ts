import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody, readChanges } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import { newId } from '../state/store';
import { toIsoTimestamp } from '../state/time';
import { waf as wafSchema, type Waf } from '../state/webApplication';

const exclusions = z.partial(wafSchema.shape.rulesExclusion);
const changes = z.object({
  isEnabled: z.optional(z.boolean()),
  paranoia: z.optional(
    z.int().check(z.gte(1, 'Must be from 1 to 4.'), z.lte(4, 'Must be from 1 to 4.')),
  ),
  anomaly: z.optional(z.int().check(z.gte(1, 'Must be at least 1.'))),
  rulesExclusion: z.optional(exclusions),
});

const noExclusions: Waf['rulesExclusion'] = {
  drupal: false,
  wordpress: false,
  next_cloud: false,
  docu_wiki: false,
  xen_foro: false,
  magento: false,
};

function wafOf(context: SandboxContext): Waf {
  const { waf } = webApplicationOf(context);
  if (!waf) throw new Refusal(404, 'The web application has no web application firewall.');
  return waf;
}

function apply(waf: Waf, given: z.infer<typeof changes>, now: string): Waf {
  waf.isEnabled = given.isEnabled ?? waf.isEnabled;
  waf.paranoia = given.paranoia ?? waf.paranoia;
  waf.anomaly = given.anomaly ?? waf.anomaly;
  Object.assign(waf.rulesExclusion, given.rulesExclusion);
  waf.updated_at = now;
  return waf;
}

/** The WAF of a web application: API §4 endpoint 15; the writes were observed. */
export function wafRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/webapps/:webappId/waf', (context) => context.json(wafOf(context)));
  routes.post('/servers/:serverId/webapps/:webappId/waf', async (context) => {
    const webApplication = webApplicationOf(context);
    const given = await readBody(context, changes);
    if (webApplication.waf) throw new Refusal(422, 'The web application has one already.');
    const store = context.get('store');
    const now = toIsoTimestamp(store.now());
    const fresh: Waf = {
      id: newId(store.world),
      isEnabled: true,
      paranoia: 1,
      anomaly: 5,
      rulesExclusion: { ...noExclusions },
      rulesOrdering: [],
      created_at: now,
      updated_at: now,
    };
    webApplication.waf = apply(fresh, given, now);
    return context.json(webApplication.waf);
  });
  routes.patch('/servers/:serverId/webapps/:webappId/waf', async (context) => {
    const waf = wafOf(context);
    const given = await readChanges(context, changes);
    return context.json(apply(waf, given, toIsoTimestamp(context.get('store').now())));
  });
  return routes;
}
