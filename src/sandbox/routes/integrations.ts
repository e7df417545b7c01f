import { Hono } from 'hono';
import * as z from 'zod/mini';
import { integrationDraft } from '../../api/contract/integration';
import { readBody, readChanges } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label, password } from '../http/input/fields';
import { readPageQuery, slicePage } from '../http/paging';
import { itemOf, remove } from '../http/scope';
import type { IntegrationState } from '../state/account';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';

const draft = z.extend(integrationDraft, {
  label,
  service: label,
  secret: password,
  username: z.nullish(z.string()),
  url: z.nullish(z.string()),
  region: z.nullish(z.string()),
});

/** No region: the reference's update doesn't have it (API §2.4). */
const changes = z.partial(z.omit(draft, { region: true }));

type Answer = Pick<IntegrationState, 'id' | 'label' | 'service' | 'secret' | 'created_at'>;

/** The answer to a write: includes the full secret (API §4 rule 5). */
function echo({ id, label, service, secret, created_at }: IntegrationState): Answer {
  return { id, label, service, secret, created_at };
}

const displayNames: ReadonlyMap<string, string> = new Map([
  ['cloudflare', 'Cloudflare'],
  ['digitalocean', 'Digital Ocean'],
  ['linode', 'Linode'],
  ['sftp', 'SFTP'],
  ['upcloud', 'UpCloud'],
  ['upcloudobjectstorage', 'UpCloud Object Storage'],
]);

const shownCharacters = 12;

/** Observed: a read returns the service's display name and truncates a long secret. */
function shown(integration: IntegrationState): Answer {
  const { service, secret } = integration;
  const long = secret.length > shownCharacters;
  return {
    ...echo(integration),
    service: displayNames.get(service) ?? service,
    secret: long ? `${secret.slice(0, shownCharacters)}...` : secret,
  };
}

function integrationOf(context: SandboxContext): IntegrationState {
  return itemOf(context, context.get('store').world.integrations, 'apiId', 'integration');
}

/** External API integrations: API §4 endpoints 6 and 7; the rest was observed. */
export function integrationRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/settings/externalapi', async (context) => {
    const body = await readBody(context, draft);
    const store = context.get('store');
    const integration: IntegrationState = {
      id: newId(store.world),
      label: body.label,
      service: body.service,
      secret: body.secret,
      username: body.username ?? null,
      url: body.url ?? null,
      region: body.region ?? null,
      created_at: toTimestamp(store.now()),
    };
    store.world.integrations.push(integration);
    return context.json(echo(integration));
  });
  routes.patch('/settings/externalapi/:apiId', async (context) => {
    const integration = integrationOf(context);
    const given = await readChanges(context, changes);
    integration.label = given.label ?? integration.label;
    integration.service = given.service ?? integration.service;
    // A truncated secret from a read is stored as the new one, as the service would do.
    integration.secret = given.secret ?? integration.secret;
    integration.username = given.username ?? integration.username;
    integration.url = given.url ?? integration.url;
    return context.json(echo(integration));
  });

  // No meta (observed), but paging still works (API §4 rule 1).
  routes.get('/settings/externalapi', (context) => {
    const { integrations } = context.get('store').world;
    const page = slicePage(integrations, readPageQuery(context, 15));
    return context.json({ data: page.map(shown) });
  });
  routes.get('/settings/externalapi/:apiId', (context) =>
    context.json(shown(integrationOf(context))),
  );
  routes.delete('/settings/externalapi/:apiId', (context) => {
    const integration = integrationOf(context);
    remove(context.get('store').world.integrations, integration);
    return context.json(shown(integration));
  });
  return routes;
}
