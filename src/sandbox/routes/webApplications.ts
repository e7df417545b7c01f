import { Hono } from 'hono';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { remove, serverContentsOf, webApplicationOf } from '../http/scope';
import { createAlias, createCustom, createWordPress } from './newWebApplications';
import type { WebApplicationState } from '../state/webApplication';

type WebApplicationRecord = WebApplicationState['record'];

const sortColumns = ['id', 'name', 'type', 'created_at'] as const;

function sortKey(record: WebApplicationRecord, column: (typeof sortColumns)[number]): string {
  // Padded so that ids sort numerically.
  return String(record[column])
    .padStart(column === 'id' ? 16 : 0, '0')
    .toLowerCase();
}

function list(context: SandboxContext): WebApplicationRecord[] {
  const { search = '', sortColumn, sortDirection = 'asc' } = context.req.query();
  const found = serverContentsOf(context)
    .webApplications.map(({ record }) => record)
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  if (sortColumn === undefined) return found;
  const column = sortColumns.find((each) => each === sortColumn);
  if (!column) throw invalidField('sortColumn', `Must be one of ${sortColumns.join(', ')}.`);
  if (!['asc', 'desc'].includes(sortDirection)) {
    throw invalidField('sortDirection', 'Must be asc or desc.');
  }
  const sign = sortDirection === 'asc' ? 1 : -1;
  return found.toSorted((a, b) => sign * (sortKey(a, column) < sortKey(b, column) ? -1 : 1));
}

/** Web applications: all observed. */
export function webApplicationRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/webapps', (context) => answerPage(context, list(context), 21));
  routes.post('/servers/:serverId/webapps/custom', async (context) =>
    context.json(await createCustom(context)),
  );
  routes.post('/servers/:serverId/webapps/wordpress', async (context) =>
    context.json(await createWordPress(context)),
  );
  routes.post('/servers/:serverId/webapps/:webappId/alias', async (context) =>
    context.json(await createAlias(context)),
  );
  routes.get('/servers/:serverId/webapps/:webappId', (context) =>
    context.json(webApplicationOf(context).record),
  );
  routes.delete('/servers/:serverId/webapps/:webappId', (context) => {
    const webApplication = webApplicationOf(context);
    remove(serverContentsOf(context).webApplications, webApplication);
    return context.json(webApplication.record);
  });
  routes.get('/servers/:serverId/webapps/:webappId/log', (context) => {
    const wanted = context.req.query('search')?.toLowerCase() ?? '';
    const { log } = webApplicationOf(context);
    const found = log.filter(({ content }) => content.toLowerCase().includes(wanted));
    return answerPage(context, found, 20);
  });
  return routes;
}
