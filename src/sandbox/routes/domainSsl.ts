import { Hono } from 'hono';
import type * as z from 'zod';
import { sslDraft } from '../../api/contract/domainSsl';
import { readBody } from '../http/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { label } from '../http/fields';
import { Refusal } from '../http/refusal';
import { domainOf, itemOf } from '../http/scope';
import { fakeSecret } from '../seed/secrets';
import { newId } from '../state/store';
import { toTimestamp } from '../state/time';
import type { Certificate } from '../state/webApplication';

const draft = sslDraft.extend({ provider: label, authorizationMethod: label, environment: label });

const dayMs = 24 * 60 * 60 * 1000;

function daysAfter(date: Date, days: number): string {
  return toTimestamp(new Date(date.getTime() + days * dayMs));
}

/** A certificate lasts three months and is renewed a month before that. */
function validity(now: Date): Pick<Certificate, 'validUntil' | 'renewalDate'> {
  return { validUntil: daysAfter(now, 90), renewalDate: daysAfter(now, 60) };
}

function install(context: SandboxContext, body: z.infer<typeof draft>): void {
  const domain = domainOf(context);
  const store = context.get('store');
  const id = domain.certificate?.id ?? newId(store.world);
  domain.certificate = {
    id,
    method: body.provider,
    enableHttp: body.enableHttp,
    enableHsts: body.enableHsts,
    authorizationMethod: body.authorizationMethod,
    staging: body.environment === 'staging',
    ...validity(store.now()),
    privateKey: fakeSecret('privatekey', id),
    certificate: `(the public certificate of ${domain.record.name})`,
    created_at: toTimestamp(store.now()),
  };
}

function certificateOf(context: SandboxContext): Certificate {
  const { certificate } = domainOf(context);
  return itemOf(context, certificate ? [certificate] : [], 'sslId', 'certificate');
}

/** What a domain without a certificate answers: both ways were observed, so clients meet both. */
function answerNone(context: SandboxContext): Response {
  const message = 'No certificate is installed.';
  if (domainOf(context).record.type === 'primary') return context.json({ message });
  throw new Refusal(404, message);
}

/** SSL of a domain: reference §4 endpoint 10; the rest was observed. */
export function domainSslRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/servers/:serverId/webapps/:webappId/domains/:domainId/ssl', async (context) => {
    domainOf(context);
    install(context, await readBody(context, draft));
    return context.json({});
  });
  routes.get('/servers/:serverId/webapps/:webappId/domains/:domainId/ssl', (context) => {
    const { certificate } = domainOf(context);
    return certificate ? context.json(certificate) : answerNone(context);
  });

  routes.put('/servers/:serverId/webapps/:webappId/domains/:domainId/ssl/:sslId', (context) => {
    Object.assign(certificateOf(context), validity(context.get('store').now()));
    return context.json({});
  });
  routes.delete('/servers/:serverId/webapps/:webappId/domains/:domainId/ssl/:sslId', (context) => {
    certificateOf(context);
    domainOf(context).certificate = null;
    return context.json({});
  });
  return routes;
}
