import * as z from 'zod';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: reads return `www` and `wildcard` as 0 or 1; writes take `www` as a boolean. */
export const domain = answered({
  id,
  name: z.string(),
  type: z.string().nullish(),
  www: z.union([z.number(), z.boolean()]).nullish(),
  redirection: z.string().nullish(),
  wildcard: z.union([z.number(), z.boolean()]).nullish(),
  dns_integration: z.unknown().optional(),
  status: z.string().nullish(),
  created_at: z.string().nullish(),
});
/** Observed. */
export const listDomains = defineList({
  id: 'domain.list',
  path: '/servers/{serverId}/webapps/{webappId}/domains',
  versions: observedV3,
  answer: domain,
});

/** Observed. */
export const readDomain = defineEndpoint({
  id: 'domain.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}',
  versions: observedV3,
  answer: domain,
});

/** Observed: a DNS record that a domain needs. */
const dnsRecord = answered({
  type: z.string().nullish(),
  hostname: z.string().nullish(),
  content: z.string().nullish(),
});

/** Observed: a bare array. */
export const readDnsRecords = defineEndpoint({
  id: 'domain.dnsRecords',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/dns',
  versions: observedV3,
  answer: z.array(dnsRecord),
});

/** Observed: request body for creating a domain. */
export const domainDraft = sent({
  name: z.string(),
  www: z.boolean().optional(),
  redirection: openEnum('none', 'www', 'non-www').optional(),
  type: openEnum('alias', 'primary', 'redirect').optional(),
});

/** Observed. */
export const createDomain = defineEndpoint({
  id: 'domain.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/domains',
  versions: observedV3,
  body: domainDraft,
  answer: domain,
});

/** Observed. */
export const deleteDomain = defineEndpoint({
  id: 'domain.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}',
  versions: observedV3,
  answer: acknowledgement,
});
