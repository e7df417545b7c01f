import * as z from 'zod';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: `www` and `wildcard` are read as 0 or 1 and `www` is written as a boolean. */
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
/** A domain of a web application (observed). */
export type Domain = z.infer<typeof domain>;

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

/** Observed: a domain as it is created. */
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
