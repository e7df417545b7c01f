import * as z from '../schemas';
import { defineEndpoint, documentedV3, observedV3 } from './endpoint';
import { acknowledgement, answered, openEnum, sent } from './fields';

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

export const sslChanges = z.partial(sslDraft);

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
/** API §4 endpoint 10, rule 4: returns an empty object. */
export const applySsl = defineEndpoint({
  id: 'ssl.apply',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl',
  versions: documentedV3,
  body: sslDraft,
  answer: acknowledgement,
});

export const readSsl = defineEndpoint({
  id: 'ssl.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl',
  versions: observedV3,
  answer: ssl,
});

export const changeSsl = defineEndpoint({
  id: 'ssl.change',
  method: 'PATCH',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl/{sslId}',
  versions: observedV3,
  body: sslChanges,
  answer: acknowledgement,
});

export const redeploySsl = defineEndpoint({
  id: 'ssl.redeploy',
  method: 'PUT',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl/{sslId}',
  versions: observedV3,
  answer: acknowledgement,
});

export const deleteSsl = defineEndpoint({
  id: 'ssl.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/ssl/{sslId}',
  versions: observedV3,
  answer: acknowledgement,
});
