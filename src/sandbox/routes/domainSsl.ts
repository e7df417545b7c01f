import { Hono } from 'hono';
import type * as z from 'zod/mini';
import { readBody } from '../http/input/body';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { Refusal } from '../http/refusal';
import { domainOf, itemOf } from '../http/scope';
import type { Certificate } from '../state/webApplication';
import { certificateDraft, issueCertificate, validity } from './certificates';

function install(context: SandboxContext, body: z.infer<typeof certificateDraft>): void {
  const domain = domainOf(context);
  const { record, certificate } = domain;
  domain.certificate = issueCertificate(context.get('store'), record.name, certificate?.id, body);
}

function certificateOf(context: SandboxContext): Certificate {
  const { certificate } = domainOf(context);
  return itemOf(context, certificate ? [certificate] : [], 'sslId', 'certificate');
}

/**
 * The answer for a domain without a certificate: both variants were observed, so clients get both.
 */
function answerNone(context: SandboxContext): Response {
  const message = 'No certificate is installed.';
  if (domainOf(context).record.type === 'primary') return context.json({ message });
  throw new Refusal(404, message);
}

/** SSL of a domain: API §4 endpoint 10; the rest was observed. */
export function domainSslRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();

  routes.post('/servers/:serverId/webapps/:webappId/domains/:domainId/ssl', async (context) => {
    domainOf(context);
    install(context, await readBody(context, certificateDraft));
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
