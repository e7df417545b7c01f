import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { serverContentsOf, webApplicationOf } from '../http/scope';
import { addLogEntry } from '../state/log';

/** Rewriting the configuration files of a server: all observed. */
export function rebuildRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/webapps/:webappId/rebuild', (context) => {
    const { record, log } = webApplicationOf(context);
    addLogEntry(log, context.get('store').now(), `Web application ${record.name} was rebuilt`);
    return context.json(record);
  });
  routes.post('/servers/:serverId/supervisors/rebuild', (context) => {
    const { logs } = serverContentsOf(context);
    addLogEntry(logs, context.get('store').now(), 'The supervisor configuration was rebuilt');
    return context.json({});
  });
  routes.route('/', cronTableRoutes());
  return routes;
}

/** Rebuilding the cron table, under both versions: observed. */
export function cronTableRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/cronjobs/rebuild', (context) => {
    const { logs } = serverContentsOf(context);
    addLogEntry(logs, context.get('store').now(), 'The cron table was rebuilt');
    return context.json({ message: 'The cron table was rebuilt.' });
  });
  return routes;
}
