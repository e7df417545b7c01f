import * as z from '../schemas';
import { ssl, sslChanges, sslDraft } from './domainSsl';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, sent } from './fields';

/** Observed: whether each domain has a certificate of its own (advanced), or all share one (basic). */
export const sslMode = answered({
  advancedSSL: z.nullish(z.boolean()),
  autoSSL: z.nullish(z.boolean()),
});

export const readSslMode = defineEndpoint({
  id: 'sslMode.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/ssl/advanced',
  versions: observedV3,
  answer: sslMode,
});

export const changeSslMode = defineEndpoint({
  id: 'sslMode.change',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/ssl/advanced',
  versions: observedV3,
  body: sent({ advancedSSL: z.boolean(), autoSSL: z.optional(z.boolean()) }),
  answer: acknowledgement,
});

export const listSslProtocols = defineList({
  id: 'static.sslProtocols',
  path: '/static/ssl/protocols',
  versions: observedV3,
  filters: ['webServer'],
  answer: answered({ id, name: z.string() }),
});

export const readSharedSsl = defineEndpoint({
  id: 'sharedSsl.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/ssl',
  versions: observedV3,
  answer: ssl,
});

export const installSharedSsl = defineEndpoint({
  id: 'sharedSsl.install',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/ssl',
  versions: observedV3,
  body: sslDraft,
  answer: acknowledgement,
});

export const changeSharedSsl = defineEndpoint({
  id: 'sharedSsl.change',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/ssl/{sslId}',
  versions: observedV3,
  body: sslChanges,
  answer: acknowledgement,
});

export const redeploySharedSsl = defineEndpoint({
  id: 'sharedSsl.redeploy',
  method: 'PUT',
  path: '/servers/{serverId}/webapps/{webappId}/ssl/{sslId}',
  versions: observedV3,
  answer: acknowledgement,
});

export const deleteSharedSsl = defineEndpoint({
  id: 'sharedSsl.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/ssl/{sslId}',
  versions: observedV3,
  answer: acknowledgement,
});
