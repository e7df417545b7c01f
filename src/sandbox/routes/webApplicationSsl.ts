import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { SandboxContext, SandboxEnv, SandboxRoutes } from '../http/environment';
import { readBody, readChanges } from '../http/input/body';
import { Refusal } from '../http/refusal';
import { domainOf, itemOf, webApplicationOf } from '../http/scope';
import type { Certificate, WebApplicationState } from '../state/webApplication';
import {
  certificateChanges,
  certificateDraft,
  changeCertificate,
  issueCertificate,
  validity,
} from './certificates';

const draft = z.partial(certificateDraft, { advancedSSL: true, autoSSL: true });
const mode = z.object({ advancedSSL: z.boolean(), autoSSL: z.optional(z.boolean()) });

/** Until someone chooses, a certificate of a domain implies the advanced mode. */
function modeOf({ ssl, domains }: WebApplicationState): Required<z.infer<typeof mode>> {
  const advancedSSL = ssl.advanced ?? domains.some(({ certificate }) => certificate !== null);
  return { advancedSSL, autoSSL: ssl.auto };
}

/** The web application, whose domains must share one certificate. */
function inBasicMode(context: SandboxContext): WebApplicationState {
  const webApplication = webApplicationOf(context);
  if (!modeOf(webApplication).advancedSSL) return webApplication;
  throw new Refusal(422, 'Each domain has a certificate of its own here (advanced mode).');
}

function certificateOf(context: SandboxContext, { ssl }: WebApplicationState): Certificate {
  return itemOf(context, ssl.certificate ? [ssl.certificate] : [], 'sslId', 'certificate');
}

/** Certificates that all domains of a web application share, and the mode: all observed. */
export function webApplicationSslRoutes(): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  addModeRoutes(routes);
  addCertificateRoutes(routes);
  return routes;
}

function addModeRoutes(routes: SandboxRoutes): void {
  // Before the routes with an id, which would match this word as well.
  routes.get('/servers/:serverId/webapps/:webappId/ssl/advanced', (context) =>
    context.json(modeOf(webApplicationOf(context))),
  );
  routes.post('/servers/:serverId/webapps/:webappId/ssl/advanced', async (context) => {
    const webApplication = webApplicationOf(context);
    const { advancedSSL, autoSSL } = await readBody(context, mode);
    webApplication.ssl.advanced = advancedSSL;
    webApplication.ssl.auto = autoSSL ?? webApplication.ssl.auto;
    return context.json(modeOf(webApplication));
  });
}

function addCertificateRoutes(routes: SandboxRoutes): void {
  // Both answers of a web application without a certificate were observed, so clients get both.
  routes.get('/servers/:serverId/webapps/:webappId/ssl', (context) => {
    const { ssl, record } = webApplicationOf(context);
    if (ssl.certificate) return context.json(ssl.certificate);
    const message = 'No certificate is installed.';
    if (record.type === 'wordpress') return context.json({ message });
    throw new Refusal(404, message);
  });
  routes.post('/servers/:serverId/webapps/:webappId/ssl', async (context) => {
    const { ssl, record } = inBasicMode(context);
    const given = await readBody(context, draft);
    const { certificate } = ssl;
    ssl.certificate = issueCertificate(context.get('store'), record.name, certificate?.id, given);
    ssl.auto = given.autoSSL ?? ssl.auto;
    return context.json({});
  });
  routes.patch('/servers/:serverId/webapps/:webappId/ssl/:sslId', async (context) => {
    const certificate = certificateOf(context, inBasicMode(context));
    changeCertificate(certificate, await readChanges(context, certificateChanges));
    return context.json({});
  });
  routes.put('/servers/:serverId/webapps/:webappId/ssl/:sslId', (context) => {
    const certificate = certificateOf(context, inBasicMode(context));
    Object.assign(certificate, validity(context.get('store').now()));
    return context.json({});
  });
  routes.delete('/servers/:serverId/webapps/:webappId/ssl/:sslId', (context) => {
    const webApplication = webApplicationOf(context);
    certificateOf(context, webApplication);
    webApplication.ssl.certificate = null;
    return context.json({});
  });

  routes.patch(
    '/servers/:serverId/webapps/:webappId/domains/:domainId/ssl/:sslId',
    async (context) => {
      const { certificate } = domainOf(context);
      const found = itemOf(context, certificate ? [certificate] : [], 'sslId', 'certificate');
      changeCertificate(found, await readChanges(context, certificateChanges));
      return context.json({});
    },
  );
}
