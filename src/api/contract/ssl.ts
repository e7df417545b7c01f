import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite, documentedV3 } from './endpoint';
import { answered, id, openEnum, sent } from './fields';

/** SSL settings to apply to a domain (API §2.7). */
export const sslDraft = sent({
  advancedSSL: z.boolean(),
  autoSSL: z.boolean(),
  provider: openEnum('letsencrypt', 'custom', 'csr'),
  enableHttp: z.boolean(),
  enableHsts: z.boolean(),
  authorizationMethod: openEnum('http-01', 'dns-01'),
  environment: openEnum('live', 'staging'),
});

const sslChanges = z.partial(sslDraft);

/** Observed: if none is installed, services answer 4xx, or 200 with only `{message}`. */
export const ssl = answered({
  id: z.optional(z.int()),
  message: z.optional(z.string()),
  method: z.nullish(z.string()),
  enableHttp: z.nullish(z.boolean()),
  enableHsts: z.nullish(z.boolean()),
  authorizationMethod: z.nullish(z.string()),
  staging: z.nullish(z.boolean()),
  validUntil: z.nullish(z.string()),
  renewalDate: z.nullish(z.string()),
  privateKey: z.nullish(z.string()),
  certificate: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});

const all = '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl';
const one = '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl/{sslId}';

/** API §4 endpoint 10, rule 4: returns an empty object. */
export const applySsl = defineWrite('ssl.apply', 'POST', all, {
  versions: documentedV3,
  body: sslDraft,
});

export const readSsl = defineRead('ssl.read', all, ssl);
export const changeSsl = defineWrite('ssl.change', 'PATCH', one, { body: sslChanges });
export const redeploySsl = defineWrite('ssl.redeploy', 'PUT', one);
export const deleteSsl = defineWrite('ssl.delete', 'DELETE', one);

/** Observed: whether each domain has a certificate of its own (advanced), or all share one (basic). */
export const sslMode = answered({
  advancedSSL: z.nullish(z.boolean()),
  autoSSL: z.nullish(z.boolean()),
});

const shared = '/servers/{serverId}/webapps/{webappId}/ssl';
const oneShared = '/servers/{serverId}/webapps/{webappId}/ssl/{sslId}';

export const readSslMode = defineRead('sslMode.read', `${shared}/advanced`, sslMode);

export const changeSslMode = defineWrite('sslMode.change', 'POST', `${shared}/advanced`, {
  body: sent({ advancedSSL: z.boolean(), autoSSL: z.optional(z.boolean()) }),
});

export const listSslProtocols = defineList(
  'static.sslProtocols',
  '/static/ssl/protocols',
  answered({ id, name: z.string() }),
  { filters: ['webServer'] },
);

export const readSharedSsl = defineRead('sharedSsl.read', shared, ssl);
export const installSharedSsl = defineWrite('sharedSsl.install', 'POST', shared, {
  body: sslDraft,
});
export const changeSharedSsl = defineWrite('sharedSsl.change', 'PATCH', oneShared, {
  body: sslChanges,
});
export const redeploySharedSsl = defineWrite('sharedSsl.redeploy', 'PUT', oneShared);
export const deleteSharedSsl = defineWrite('sharedSsl.delete', 'DELETE', oneShared);
