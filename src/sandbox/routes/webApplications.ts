import { Hono } from 'hono';
import * as z from 'zod';
import { readBody } from '../http/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { remove, serverContentsOf, webApplicationOf } from '../http/scope';
import { fakeSecret } from '../seed/secrets';
import { defaultSettings } from '../seed/parts/webApplications';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { WebApplicationState } from '../state/webApplication';

type WebApplicationRecord = WebApplicationState['record'];

const draft = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/i, 'Must be made of letters, digits, - and _.'),
  phpVersion: z.string().default('php83'),
  stack: z.string().default('hybrid'),
  stackMode: z.string().default('production'),
});

const sortColumns = ['id', 'name', 'type', 'created_at'] as const;

function sortKey(record: WebApplicationRecord, column: (typeof sortColumns)[number]): string {
  // Padded so that ids compare as numbers do.
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

async function create(context: SandboxContext, type: string): Promise<WebApplicationRecord> {
  const { webApplications, systemUsers } = serverContentsOf(context);
  const { name, phpVersion, stack, stackMode } = await readBody(context, draft);
  if (webApplications.some(({ record }) => record.name === name)) {
    throw invalidField('name', 'The server has a web application of this name already.');
  }
  const store = context.get('store');
  const id = newId(store.world);
  const [owner] = systemUsers;
  const rootPath = `/home/${owner?.username ?? 'root'}/webapps/${name}`;
  const record: WebApplicationRecord = {
    id,
    server_user_id: owner?.id ?? 0,
    name,
    rootPath,
    publicPath: rootPath,
    phpVersion,
    stack,
    stackMode,
    type,
    defaultApp: null,
    alias: null,
    pullKey1: fakeSecret('pullkey1', id),
    pullKey2: fakeSecret('pullkey2', id),
    created_at: toTimestamp(store.now()),
  };
  const settings = defaultSettings(phpVersion);
  const below = { settings, domains: [], cache: null, waf: null, hub: null, log: [] };
  webApplications.push({ record, ...below });
  return record;
}

/** Web applications: all observed. */
export function webApplicationRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/webapps', (context) => answerPage(context, list(context), 21));
  routes.post('/servers/:serverId/webapps/custom', async (context) =>
    context.json(await create(context, 'custom')),
  );
  routes.post('/servers/:serverId/webapps/wordpress', async (context) =>
    context.json(await create(context, 'wordpress')),
  );
  routes.get('/servers/:serverId/webapps/:webappId', (context) =>
    context.json(webApplicationOf(context).record),
  );
  routes.delete('/servers/:serverId/webapps/:webappId', (context) => {
    const webApplication = webApplicationOf(context);
    remove(serverContentsOf(context).webApplications, webApplication);
    return context.json(webApplication.record);
  });
  routes.get('/servers/:serverId/webapps/:webappId/settings', (context) =>
    context.json(webApplicationOf(context).settings),
  );
  routes.get('/servers/:serverId/webapps/:webappId/log', (context) => {
    const wanted = context.req.query('search')?.toLowerCase() ?? '';
    const { log } = webApplicationOf(context);
    const found = log.filter(({ content }) => content.toLowerCase().includes(wanted));
    return answerPage(context, found, 20);
  });
  return routes;
}
