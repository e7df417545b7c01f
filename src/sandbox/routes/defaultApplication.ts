import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { Refusal } from '../http/refusal';
import { serverContentsOf, webApplicationOf } from '../http/scope';

/** The web application that answers for unknown domains, at most one per server: all observed. */
export function defaultApplicationRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.post('/servers/:serverId/webapps/:webappId/default', (context) => {
    const { record } = webApplicationOf(context);
    for (const other of serverContentsOf(context).webApplications) other.record.defaultApp = null;
    record.defaultApp = true;
    return context.json(record);
  });
  routes.delete('/servers/:serverId/webapps/:webappId/default', (context) => {
    const { record } = webApplicationOf(context);
    if (!record.defaultApp) throw new Refusal(422, 'This is not the default of the server.');
    record.defaultApp = null;
    return context.json({});
  });
  return routes;
}
