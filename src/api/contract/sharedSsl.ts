import * as z from 'zod/mini';
import { ssl, sslChanges, sslDraft } from './domainSsl';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, id, sent } from './fields';

/** Observed: whether each domain has a certificate of its own (advanced), or all share one (basic). */
export const sslMode = answered({
  advancedSSL: z.nullish(z.boolean()),
  autoSSL: z.nullish(z.boolean()),
});

const all = '/servers/{serverId}/webapps/{webappId}/ssl';
const one = '/servers/{serverId}/webapps/{webappId}/ssl/{sslId}';

export const readSslMode = defineRead('sslMode.read', `${all}/advanced`, sslMode);

export const changeSslMode = defineWrite('sslMode.change', 'POST', `${all}/advanced`, {
  body: sent({ advancedSSL: z.boolean(), autoSSL: z.optional(z.boolean()) }),
});

export const listSslProtocols = defineList(
  'static.sslProtocols',
  '/static/ssl/protocols',
  answered({ id, name: z.string() }),
  { filters: ['webServer'] },
);

export const readSharedSsl = defineRead('sharedSsl.read', all, ssl);
export const installSharedSsl = defineWrite('sharedSsl.install', 'POST', all, { body: sslDraft });
export const changeSharedSsl = defineWrite('sharedSsl.change', 'PATCH', one, { body: sslChanges });
export const redeploySharedSsl = defineWrite('sharedSsl.redeploy', 'PUT', one);
export const deleteSharedSsl = defineWrite('sharedSsl.delete', 'DELETE', one);
