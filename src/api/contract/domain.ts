import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: reads return `www` and `wildcard` as 0 or 1; writes take `www` as a boolean. */
export const domain = answered({
  id,
  name: z.string(),
  type: z.nullish(z.string()),
  www: z.nullish(z.union([z.number(), z.boolean()])),
  redirection: z.nullish(z.string()),
  wildcard: z.nullish(z.union([z.number(), z.boolean()])),
  dns_integration: z.optional(z.unknown()),
  status: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});
export const listDomains = defineList({
  id: 'domain.list',
  path: '/servers/{serverId}/webapps/{webappId}/domains',
  versions: observedV3,
  answer: domain,
});

export const readDomain = defineEndpoint({
  id: 'domain.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}',
  versions: observedV3,
  answer: domain,
});

const dnsRecord = answered({
  type: z.nullish(z.string()),
  hostname: z.nullish(z.string()),
  content: z.nullish(z.string()),
});

/** A bare array. */
export const readDnsRecords = defineList({
  id: 'domain.dnsRecords',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}/dns',
  versions: observedV3,
  answer: dnsRecord,
});

export const domainDraft = sent({
  name: z.string(),
  www: z.optional(z.boolean()),
  redirection: z.optional(openEnum('none', 'www', 'non-www')),
  type: z.optional(openEnum('alias', 'primary', 'redirect')),
});

export const createDomain = defineEndpoint({
  id: 'domain.create',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/domains',
  versions: observedV3,
  body: domainDraft,
  answer: domain,
});

export const deleteDomain = defineEndpoint({
  id: 'domain.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/domains/{domainId}',
  versions: observedV3,
  answer: acknowledgement,
});
