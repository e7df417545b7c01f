import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, id, openEnum, sent } from './fields';

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

const all = '/servers/{serverId}/webapps/{webappId}/domains';
const one = '/servers/{serverId}/webapps/{webappId}/domains/{domainId}';

export const listDomains = defineList('domain.list', all, domain);
export const readDomain = defineRead('domain.read', one, domain);

const dnsRecord = answered({
  type: z.nullish(z.string()),
  hostname: z.nullish(z.string()),
  content: z.nullish(z.string()),
});

/** A bare array. */
export const readDnsRecords = defineList('domain.dnsRecords', `${one}/dns`, dnsRecord);

export const domainDraft = sent({
  name: z.string(),
  www: z.optional(z.boolean()),
  redirection: z.optional(openEnum('none', 'www', 'non-www')),
  type: z.optional(openEnum('alias', 'primary', 'redirect')),
});

export const createDomain = defineWrite('domain.create', 'POST', all, {
  body: domainDraft,
  answer: domain,
});

export const deleteDomain = defineWrite('domain.delete', 'DELETE', one);
