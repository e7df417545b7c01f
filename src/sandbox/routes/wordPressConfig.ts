import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readChanges } from '../http/input/body';
import { Refusal } from '../http/refusal';
import { webApplicationOf } from '../http/scope';
import type { WebApplicationState } from '../state/webApplication';

const changes = z.partial(z.object({ disableWpCron: z.boolean(), wpDebug: z.boolean() }));

function constantsOf(context: SandboxContext): WebApplicationState['wordpress'] {
  const { record, wordpress } = webApplicationOf(context);
  if (record.type !== 'wordpress') throw new Refusal(404, 'The web application has no WordPress.');
  return wordpress;
}

/** Constants of WordPress: all observed. */
export function wordPressConfigRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  routes.get('/servers/:serverId/webapps/:webappId/wordpress/config', (context) =>
    context.json(constantsOf(context)),
  );
  routes.patch('/servers/:serverId/webapps/:webappId/wordpress/config', async (context) => {
    const constants = constantsOf(context);
    const { disableWpCron, wpDebug } = await readChanges(context, changes);
    constants.disableWpCron = disableWpCron ?? constants.disableWpCron;
    constants.wpDebug = wpDebug ?? constants.wpDebug;
    return context.json({ message: 'The configuration of WordPress was updated.' });
  });
  return routes;
}
