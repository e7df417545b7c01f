import { Hono } from 'hono';
import * as z from 'zod/mini';
import { serverDraft } from '../../api/contract/server';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { ipAddress, label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { remove, serverOf } from '../http/scope';
import { contents } from '../seed/parts/contents';
import type { ServerRecord } from '../state/server';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.extend(serverDraft, { name: label, ipAddress });
const meta = z.object({ name: label, provider: z.optional(label) });
const automaticUpdates = z.object({ softwareUpdate: z.boolean(), securityUpdate: z.boolean() });

function search(context: SandboxContext, shared: boolean): ServerRecord[] {
  const wanted = context.req.query('search')?.toLowerCase() ?? '';
  return context
    .get('store')
    .world.servers.filter((server) => server.shared === shared)
    .map(({ record }) => record)
    .filter(({ name }) => name.toLowerCase().includes(wanted));
}

function create(context: SandboxContext, body: z.infer<typeof draft>): ServerRecord {
  const store = context.get('store');
  const record: ServerRecord = {
    id: newId(store.world, 'server'),
    name: body.name,
    provider: body.provider,
    stack: body.webServerType,
    ipAddress: body.ipAddress,
    country_iso_code: null,
    os: 'Ubuntu',
    osVersion: null,
    connected: false,
    online: false,
    agentVersion: null,
    phpCLIVersion: 'php83',
    softwareUpdate: false,
    securityUpdate: false,
    transferStatus: 'AVAILABLE',
    created_at: toTimestamp(store.now()),
    tags: [],
  };
  store.world.servers.push({ record, shared: false, contents: contents(record.id, {}) });
  return record;
}

/** Servers: created by API §4 endpoint 2; the rest was observed. */
export function serverRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/servers', async (context) =>
    context.json(create(context, await readBody(context, draft))),
  );
  routes.get('/servers', (context) => answerPage(context, search(context, false), 15));
  routes.get('/servers/shared', (context) => answerPage(context, search(context, true), 15));
  routes.get('/servers/:serverId', (context) => context.json(serverOf(context).record));
  routes.delete('/servers/:serverId', (context) => {
    remove(context.get('store').world.servers, serverOf(context));
    return context.json({});
  });

  routes.patch('/servers/:serverId/settings/meta', async (context) => {
    const { record } = serverOf(context);
    const { name, provider = record.provider } = await readBody(context, meta);
    return context.json(Object.assign(record, { name, provider }));
  });
  routes.patch('/servers/:serverId/settings/autoupdate', async (context) => {
    const { record } = serverOf(context);
    return context.json(Object.assign(record, await readBody(context, automaticUpdates)));
  });
  return routes;
}
