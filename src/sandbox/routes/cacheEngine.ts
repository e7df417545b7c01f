import { Hono } from 'hono';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import { addLogEntry } from '../state/log';

const newestEngine = 2;

/** Changes the engine, which no read returns; only the log shows it. */
function change(context: SandboxContext, version: number): Response {
  const webApplication = webApplicationOf(context);
  const { cache, log, record } = webApplication;
  if (!cache) throw new Refusal(404, 'The web application has no cache.');
  if (webApplication.cacheEngine === version) {
    throw new Refusal(422, `The cache has the engine ${version} already.`);
  }
  webApplication.cacheEngine = version;
  const content = `The cache of ${record.name} has the engine ${version}`;
  addLogEntry(log, context.get('store').now(), content);
  return context.json({ message: `The cache has the engine ${version} now.` });
}

/** Switching a cache to its newer engine, and back: all observed. */
export function cacheEngineRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/webapps/:webappId/platformcache/upgrade', (context) =>
    change(context, newestEngine),
  );
  routes.post('/servers/:serverId/webapps/:webappId/platformcache/rollback', (context) =>
    change(context, newestEngine - 1),
  );
  return routes;
}
