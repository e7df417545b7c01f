// The resources of the reference, field by field as it states them (§2).
import type { ObjectShape, Shape } from './shape';

/** §2.1, request. */
export const serverDraft = {
  name: 'string',
  ipAddress: 'string',
  provider: 'string',
  webServerType: 'string',
  installationType: 'string',
  databaseType: 'string',
} satisfies ObjectShape;

/** §2.1, response. */
export const server = {
  id: 'integer',
  name: 'string',
  provider: 'string',
  stack: 'string',
  ipAddress: 'string',
  country_iso_code: 'string or null',
  os: 'string',
  osVersion: 'string or null',
  connected: 'boolean',
  online: 'boolean',
  agentVersion: 'string or null',
  phpCLIVersion: 'string',
  softwareUpdate: 'boolean',
  securityUpdate: 'boolean',
  transferStatus: 'string',
  created_at: 'timestamp',
  tags: 'array',
} satisfies ObjectShape;

/** §2.2, request. */
export const supervisorJobDraft = {
  label: 'string',
  username: 'string',
  numprocs: 'integer',
  autoStart: 'boolean',
  autoRestart: 'boolean',
  binary: 'string',
  command: 'string',
} satisfies ObjectShape;

/** §2.2, response: with `directory`, without `binary`. */
export const supervisorJob = {
  id: 'integer',
  label: 'string',
  username: 'string',
  numprocs: 'integer',
  autoStart: 'boolean',
  autoRestart: 'boolean',
  command: 'string',
  directory: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** §2.3, request: five cron fields. */
export const cronJobDraft = {
  label: 'string',
  username: 'string',
  command: 'string',
  minute: 'string',
  hour: 'string',
  dayOfMonth: 'string',
  month: 'string',
  dayOfWeek: 'string',
} satisfies ObjectShape;

/** §2.3, response: the five fields in one; `enabled` is an integer. */
export const cronJob = {
  id: 'integer',
  label: 'string',
  username: 'string',
  command: 'string',
  time: 'string',
  enabled: 'integer',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** §2.4, request of endpoint 7: without `region`. */
export const integrationPatch = {
  label: 'string',
  service: 'string',
  secret: 'string',
  username: 'string',
  url: 'string',
} satisfies ObjectShape;

/** §2.4, request. */
export const integrationDraft = { ...integrationPatch, region: 'string' } satisfies ObjectShape;

/** §2.4, response. */
export const integration = {
  id: 'integer',
  label: 'string',
  service: 'string',
  secret: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** §2.5, request: `port` is an integer. */
export const firewallRuleDraft = {
  type: 'string',
  port: 'integer',
  protocol: 'string',
  ipAddress: 'string',
  firewallAction: 'string',
} satisfies ObjectShape;

/** §2.5, response: `port` is a string. */
export const firewallRule = {
  id: 'integer',
  type: 'string',
  port: 'string',
  protocol: 'string',
  ipAddress: 'string',
  firewallAction: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

const bundled = {
  data: [{ id: 'integer', name: 'string', activate: 'boolean', slug: 'string' }],
} satisfies ObjectShape;
const custom = {
  data: [{ id: 'integer', name: 'string', activate: 'boolean', link: 'string' }],
} satisfies ObjectShape;

/** §2.6. */
export const canvas = {
  id: 'integer',
  name: 'string',
  created_at: 'ISO timestamp',
  updated_at: 'ISO timestamp',
  themes: bundled,
  plugins: bundled,
  customThemes: custom,
  customPlugins: custom,
  settings: {
    id: 'integer',
    language: 'string',
    timezone: 'string',
    dateFormat: 'string',
    timeFormat: 'string',
    SEIndexingDisable: 'boolean',
    organizeUploadFolders: 'boolean',
    permalinkCustom: 'string or null',
    removeHelloWorld: 'boolean',
    deleteAllThemes: 'boolean',
    deleteAllPlugins: 'boolean',
    deleteUnneededCoreFile: 'boolean',
    removeSamplePage: 'boolean',
    created_at: 'ISO timestamp',
    updated_at: 'ISO timestamp',
  },
} satisfies ObjectShape;

/** §2.7. */
export const sslDraft = {
  advancedSSL: 'boolean',
  autoSSL: 'boolean',
  provider: 'string',
  enableHttp: 'boolean',
  enableHsts: 'boolean',
  authorizationMethod: 'string',
  environment: 'string',
} satisfies ObjectShape;

/** §2.8. */
export const sshSettings = {
  passwordlessLogin: 'boolean',
  preventRootLogin: 'boolean',
  useDns: 'boolean',
} satisfies ObjectShape;

/** §2.8, the answer of `/ssh/config`. */
export const sshConfig = {
  id: 'integer',
  server_id: 'integer',
  ...sshSettings,
  created_at: 'timestamp',
  updated_at: 'timestamp',
} satisfies ObjectShape;

/** §2.9. */
export const cacheConfiguration = {
  id: 'integer',
  status: 'string',
  apiKey: 'string',
  apiSecret: 'string',
  cacheSettings: {
    cache_settings: { enable: 'boolean', page_cache_type: 'string' },
    cdn_settings: { enable: 'boolean', cdn_type: 'string' },
    object_cache_settings: { enable: 'boolean', object_cache_type: 'string' },
  },
} satisfies ObjectShape;

/** §2.10. */
export const waf = {
  id: 'integer',
  isEnabled: 'boolean',
  paranoia: 'integer',
  anomaly: 'integer',
  rulesExclusion: {
    drupal: 'boolean',
    wordpress: 'boolean',
    next_cloud: 'boolean',
    docu_wiki: 'boolean',
    xen_foro: 'boolean',
    magento: 'boolean',
  },
  rulesOrdering: 'array',
  created_at: 'ISO timestamp',
  updated_at: 'ISO timestamp',
} satisfies ObjectShape;

/** §2.11. */
export const hubPatch = {
  nginxCacheType: 'string',
  redisObjectCache: 'boolean',
  cacheFolderSize: 'integer',
  cacheValidMinute: 'integer',
} satisfies ObjectShape;

/** §2.12. */
export const atomicProjectDraft = {
  name: 'string',
  autoDeploy: 'boolean',
  webApplication: 'integer',
} satisfies ObjectShape;

/** §2.13, response. */
export const systemUser = {
  id: 'integer',
  username: 'string',
  deploymentKey: 'string or null',
  deleteable: 'boolean',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** §2.13, request. */
export const password = { password: 'string' } satisfies ObjectShape;

/** §2.14, request. */
export const databaseUserDraft = { username: 'string', password: 'string' } satisfies ObjectShape;

/** §2.14, response. */
export const databaseUser = {
  id: 'integer',
  username: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** §4 endpoints 1, 16 and 17. */
export const message = { message: 'string' } satisfies ObjectShape;

/** §4 endpoint 5: a list in its envelope. */
export function paged(item: Shape): ObjectShape {
  return {
    data: [item],
    meta: {
      pagination: {
        total: 'integer',
        count: 'integer',
        per_page: 'integer',
        current_page: 'integer',
        total_pages: 'integer',
        links: 'object',
      },
    },
  };
}
