import * as z from 'zod/mini';
import { logEntry } from './server';

/** A certificate as read; `privateKey` is a credential. */
const certificate = z.object({
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
/** A certificate as read. */
export type Certificate = z.infer<typeof certificate>;

/** A domain, with its certificate, which isn't part of its answer. */
const domainState = z.object({
  record: z.object({
    id: z.int(),
    name: z.string(),
    type: z.string(),
    www: z.int(),
    redirection: z.string(),
    wildcard: z.int(),
    dns_integration: z.nullable(z.string()),
    status: z.nullable(z.string()),
    created_at: z.string(),
  }),
  certificate: z.nullable(certificate),
});
/** A domain and its certificate. */
export type DomainState = z.infer<typeof domainState>;

/** A cache configuration as read; both keys are credentials (API §2.9). */
const cacheConfiguration = z.object({
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
/** A cache configuration as read (API §2.9). */
export type CacheConfiguration = z.infer<typeof cacheConfiguration>;

/** A web application firewall (API §2.10). */
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
  /** Ids of rules. */
  rulesOrdering: z.array(z.union([z.int(), z.string()])),
  created_at: z.string(),
  updated_at: z.string(),
});
/** A web application firewall (API §2.10). */
export type Waf = z.infer<typeof waf>;

/** A rule of a web application firewall. */
const wafRule = z.object({
  id: z.int(),
  operation: z.string(),
  field: z.string(),
  operator: z.string(),
  value: z.string(),
  ruleId: z.int(),
  isEnabled: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
/** A rule of a web application firewall. */
export type WafRule = z.infer<typeof wafRule>;

/** The certificate that all domains share in the basic mode. */
const sharedSsl = z.object({
  /** Null until someone chooses the mode. */
  advanced: z.nullable(z.boolean()),
  auto: z.boolean(),
  certificate: z.nullable(certificate),
});

/** A hub cache; `redisObjectCache` can be written but isn't part of the answer to a read. */
const hubState = z.object({
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

/** Software that was installed on a web application. */
const installer = z.object({
  id: z.int(),
  name: z.string(),
  realName: z.string(),
  created_at: z.string(),
});
/** Software that was installed on a web application. */
export type Installer = z.infer<typeof installer>;

/** A git repository, with its running deployment. */
const gitRepository = z.object({
  record: z.object({
    id: z.int(),
    provider: z.string(),
    gitHost: z.nullable(z.string()),
    gitUser: z.nullable(z.string()),
    branch: z.string(),
    repositoryData: z.object({ url: z.string(), repo: z.string() }),
    autoDeploy: z.boolean(),
    deployScript: z.nullable(z.string()),
    created_at: z.string(),
  }),
  /** When it ends, in milliseconds since 1970, and its outcome. */
  pending: z.nullable(z.object({ endsAt: z.int(), fails: z.boolean() })),
});
/** A git repository, with its running deployment. */
export type GitRepository = z.infer<typeof gitRepository>;

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
    defaultApp: z.nullable(z.boolean()),
    alias: z.nullable(z.int()),
    pullKey1: z.string(),
    pullKey2: z.string(),
    created_at: z.string(),
  }),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  domains: z.array(domainState),
  cache: z.nullable(cacheConfiguration),
  waf: z.nullable(waf),
  hub: z.nullable(hubState),
  /** Constants of WordPress; only used by this type. */
  wordpress: z._default(z.object({ disableWpCron: z.boolean(), wpDebug: z.boolean() }), () => ({
    disableWpCron: false,
    wpDebug: false,
  })),
  installer: z._default(z.nullable(installer), null),
  /** Its own repository; an atomic project has a repository of its own. */
  git: z._default(z.nullable(gitRepository), null),
  ssl: z._default(sharedSsl, () => ({ advanced: null, auto: false, certificate: null })),
  wafRules: z._default(z.array(wafRule), () => []),
  cacheEngine: z._default(z.int(), 1),
  log: z.array(logEntry),
});
/** A web application and everything below it. */
export type WebApplicationState = z.infer<typeof webApplicationState>;
