import * as z from 'zod';
import { logEntry } from './server';

/** A certificate as it is read; `privateKey` is a credential. */
export const certificate = z.object({
  id: z.int(),
  method: z.string(),
  enableHttp: z.boolean(),
  enableHsts: z.boolean(),
  authorizationMethod: z.string(),
  staging: z.boolean(),
  validUntil: z.string(),
  renewalDate: z.string(),
  privateKey: z.string(),
  certificate: z.string(),
  created_at: z.string(),
});
/** A certificate as it is read. */
export type Certificate = z.infer<typeof certificate>;

/** A domain, with the certificate that is not part of its answer. */
export const domainState = z.object({
  record: z.object({
    id: z.int(),
    name: z.string(),
    type: z.string(),
    www: z.int(),
    redirection: z.string(),
    wildcard: z.int(),
    dns_integration: z.string().nullable(),
    status: z.string().nullable(),
    created_at: z.string(),
  }),
  certificate: certificate.nullable(),
});
/** A domain and its certificate. */
export type DomainState = z.infer<typeof domainState>;

/** A cache configuration as it is read; both keys are credentials (reference §2.9). */
export const cacheConfiguration = z.object({
  id: z.int(),
  status: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  cacheSettings: z.object({
    cache_settings: z.object({ enable: z.boolean(), page_cache_type: z.string() }),
    cdn_settings: z.object({ enable: z.boolean(), cdn_type: z.string() }),
    object_cache_settings: z.object({ enable: z.boolean(), object_cache_type: z.string() }),
  }),
});
/** A cache configuration as it is read (reference §2.9). */
export type CacheConfiguration = z.infer<typeof cacheConfiguration>;

/** A web application firewall (reference §2.10). */
export const waf = z.object({
  id: z.int(),
  isEnabled: z.boolean(),
  paranoia: z.int(),
  anomaly: z.int(),
  rulesExclusion: z.object({
    drupal: z.boolean(),
    wordpress: z.boolean(),
    next_cloud: z.boolean(),
    docu_wiki: z.boolean(),
    xen_foro: z.boolean(),
    magento: z.boolean(),
  }),
  rulesOrdering: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
/** A web application firewall (reference §2.10). */
export type Waf = z.infer<typeof waf>;

/** A hub cache; `redisObjectCache` can be written and is not part of the read. */
export const hubState = z.object({
  record: z.object({
    id: z.int(),
    web_application_id: z.int(),
    nginxCacheType: z.string(),
    cacheFolderSize: z.int(),
    cacheValidMinute: z.int(),
    cacheFolderPath: z.string(),
    cacheHeaderName: z.string(),
    status: z.string(),
    apiKey: z.string(),
    apiSecret: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
  redisObjectCache: z.boolean(),
});
/** A hub cache. */
export type HubState = z.infer<typeof hubState>;

/** A web application and everything below it; both pull keys are credentials. */
export const webApplicationState = z.object({
  record: z.object({
    id: z.int(),
    server_user_id: z.int(),
    name: z.string(),
    rootPath: z.string(),
    publicPath: z.string(),
    phpVersion: z.string(),
    stack: z.string(),
    stackMode: z.string(),
    type: z.string(),
    defaultApp: z.boolean().nullable(),
    alias: z.int().nullable(),
    pullKey1: z.string(),
    pullKey2: z.string(),
    created_at: z.string(),
  }),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  domains: z.array(domainState),
  cache: cacheConfiguration.nullable(),
  waf: waf.nullable(),
  hub: hubState.nullable(),
  log: z.array(logEntry),
});
/** A web application and everything below it. */
export type WebApplicationState = z.infer<typeof webApplicationState>;
