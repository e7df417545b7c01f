import { Hono } from 'hono';
import * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { domainName, label } from '../http/input/fields';
import { answerPage } from '../http/paging';
import { invalidField } from '../http/refusal';
import { domainOf, remove, webApplicationOf } from '../http/scope';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { DomainState } from '../state/webApplication';

const draft = z.object({
  name: domainName,
  www: z._default(z.boolean(), false),
  redirection: z._default(label, 'none'),
  type: z._default(label, 'alias'),
});

/** Adds a domain; `www` is written as a boolean but read as 0 or 1. */
async function create(context: SandboxContext): Promise<DomainState['record']> {
  const { domains } = webApplicationOf(context);
  const { name, www, redirection, type } = await readBody(context, draft);
  const records = domains.map(({ record }) => record);
  if (records.some((record) => record.name === name)) {
    throw invalidField('name', 'The web application has this domain already.');
  }
  const store = context.get('store');
  if (type === 'primary') {
    for (const record of records) if (record.type === 'primary') record.type = 'alias';
  }
  const record: DomainState['record'] = {
    id: newId(store.world),
    name,
    type,
    www: Number(www),
    redirection,
    wildcard: Number(name.startsWith('*.')),
    dns_integration: null,
    status: null,
    created_at: toTimestamp(store.now()),
  };
  domains.push({ record, certificate: null });
  return record;
}

/** Domains of a web application: all observed. */
export function domainRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.get('/servers/:serverId/webapps/:webappId/domains', (context) => {
    const records = webApplicationOf(context).domains.map(({ record }) => record);
    return answerPage(context, records, 15);
  });
  routes.post('/servers/:serverId/webapps/:webappId/domains', async (context) =>
    context.json(await create(context)),
  );
  routes.get('/servers/:serverId/webapps/:webappId/domains/:domainId', (context) =>
    context.json(domainOf(context).record),
  );
  routes.delete('/servers/:serverId/webapps/:webappId/domains/:domainId', (context) => {
    const domain = domainOf(context);
    remove(webApplicationOf(context).domains, domain);
    return context.json(domain.record);
  });
  return routes;
}
