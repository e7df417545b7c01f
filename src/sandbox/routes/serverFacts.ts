import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { serverContentsOf, serverOf } from '../http/scope';
import type { Service } from '../state/server';

const control = z.object({
  action: z.enum(['start', 'stop', 'restart', 'reload']),
  realName: z.string(),
});

const countries = new Intl.DisplayNames('en', { type: 'region' });

function act(service: Service, action: z.infer<typeof control>['action']): void {
  // Reloading the configuration of a stopped service doesn't start it.
  if (action !== 'reload') service.running = action !== 'stop';
  if (!service.running) Object.assign(service, { memory: '0 MB', cpu: '0.0' });
  else if (service.memory === '0 MB') Object.assign(service, { memory: '12.0 MB', cpu: '0.1' });
}

/** What a server reports about itself, its services and its log: all observed. */
export function serverFactRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/stats', (context) => {
    const contents = serverContentsOf(context);
    const code = serverOf(context).record.country_iso_code;
    return context.json({
      stats: {
        webApplication: contents.webApplications.length,
        database: contents.databases.length,
        cronJob: contents.cronJobs.length,
        supervisor: contents.supervisorJobs.length,
      },
      country: code && countries.of(code),
    });
  });
  routes.get('/servers/:serverId/hardwareinfo', (context) =>
    context.json(serverContentsOf(context).hardware),
  );
  routes.get('/servers/:serverId/health/latest', (context) =>
    context.json(serverContentsOf(context).health),
  );

  routes.get('/servers/:serverId/services', (context) =>
    context.json(serverContentsOf(context).services),
  );
  routes.patch('/servers/:serverId/services', async (context) => {
    const { services } = serverContentsOf(context);
    const { action, realName } = await readBody(context, control);
    const service = Object.values(services).find((each) => each.realName === realName);
    if (!service) throw invalidField('realName', `There is no service "${realName}".`);
    act(service, action);
    return context.json(services);
  });

  routes.get('/servers/:serverId/logs', (context) =>
    answerPage(context, serverContentsOf(context).logs, 20),
  );
  return routes;
}
