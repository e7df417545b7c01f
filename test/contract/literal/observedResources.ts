// Shapes observed beyond the reference. Fields of unknown type may have any.
import { firewallRule } from './resources';
import type { ObjectShape } from './shape';

/** Rules of the type `global` have neither address nor action. */
export const seenFirewallRule = {
  ...firewallRule,
  ipAddress: 'string or null',
  firewallAction: 'string or null',
} satisfies ObjectShape;

export const webApplication = {
  id: 'integer',
  server_user_id: 'integer',
  name: 'string',
  rootPath: 'string',
  publicPath: 'string',
  phpVersion: 'string',
  stack: 'string',
  stackMode: 'string',
  type: 'string',
  defaultApp: 'boolean or null',
  alias: 'integer or null',
  pullKey1: 'string',
  pullKey2: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** `www` and `wildcard` are 0 or 1. */
export const domain = {
  id: 'integer',
  name: 'string',
  type: 'string',
  www: 'integer',
  redirection: 'string',
  wildcard: 'integer',
  dns_integration: 'anything',
  status: 'string or null',
  created_at: 'timestamp',
} satisfies ObjectShape;

export const certificate = {
  id: 'integer',
  method: 'string',
  enableHttp: 'boolean',
  enableHsts: 'boolean',
  authorizationMethod: 'string',
  staging: 'boolean',
  validUntil: 'string',
  renewalDate: 'string',
  privateKey: 'string',
  certificate: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

export const stats = {
  stats: {
    webApplication: 'integer',
    database: 'integer',
    cronJob: 'integer',
    supervisor: 'integer',
  },
  country: 'string or null',
} satisfies ObjectShape;

export const hardware = {
  kernelVersion: 'string',
  processorName: 'string',
  totalCPUCore: 'number',
  totalMemory: 'number',
  freeMemory: 'number',
  diskTotal: 'number',
  diskFree: 'number',
  loadAvg: 'number',
  uptime: 'string',
} satisfies ObjectShape;

export const health = {
  totalMemory: 'number',
  availableMemory: 'number',
  usedMemory: 'number',
  totalDiskSpace: 'number',
  availableDiskSpace: 'number',
  usedDiskSpace: 'number',
  loadAverage: 'number',
  updated_at: 'string',
} satisfies ObjectShape;

/** Keyed by service; memory and cpu are strings. */
export const services = {
  '*': {
    realName: 'string',
    name: 'string',
    memory: 'string',
    cpu: 'string',
    running: 'boolean',
    version: 'string',
  },
} satisfies ObjectShape;

/** Keyed by the label of a job. */
export const supervisorStatus = {
  '*': [{ process: 'string', status: 'string', pid: 'anything', uptime: 'anything' }],
} satisfies ObjectShape;

export const logEntry = {
  kind: 'string',
  content: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

export const sshKey = {
  id: 'integer',
  label: 'string',
  user: 'anything',
  publicKey: 'string',
  temporary: 'boolean',
  created_at: 'timestamp',
} satisfies ObjectShape;

export const database = {
  id: 'integer',
  name: 'string',
  collation: 'string or null',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** Both keys are credentials; `redisObjectCache` can be written, and is not read. */
export const hub = {
  id: 'integer',
  web_application_id: 'integer',
  nginxCacheType: 'string',
  cacheFolderSize: 'integer',
  cacheValidMinute: 'integer',
  cacheFolderPath: 'string',
  cacheHeaderName: 'string',
  status: 'string',
  apiKey: 'string',
  apiSecret: 'string',
  created_at: 'anything',
  updated_at: 'anything',
} satisfies ObjectShape;

export const deployment = {
  id: 'integer',
  hash: 'string',
  hashShort: 'string',
  url: 'string',
  branch: 'string',
  message: 'string',
  committer: 'string',
  releaseName: 'string',
  status: 'string',
  startTime: 'string',
  endTime: 'string or null',
} satisfies ObjectShape;

/** Lacks the web application; the latest deployment is an object or null. */
export const atomicProject = {
  id: 'integer',
  name: 'string',
  active: 'boolean',
  provider: 'string',
  repository: 'string',
  branch: 'string',
  autoDeploy: 'boolean',
  composerInstall: 'boolean',
  composerInstallDev: 'boolean',
  totalCompleted: 'integer',
  totalFailed: 'integer',
  completedNotification: 'boolean',
  failedNotification: 'boolean',
  pullKey1: 'string',
  pullKey2: 'string',
  repositoryData: { url: 'string', repo: 'string' },
  latestDeployment: 'anything',
} satisfies ObjectShape;

export const webApplicationSettings = {
  phpVersion: 'string',
  disableFunctions: 'string',
  timezone: 'string',
  maxExecutionTime: 'integer',
  maxInputTime: 'integer',
  maxInputVars: 'integer',
  memoryLimit: 'integer',
  postMaxSize: 'integer',
  uploadMaxFilesize: 'integer',
  allowUrlFopen: 'boolean',
  sessionGcMaxlifetime: 'integer',
  processManager: 'string',
  processManagerStartServers: 'integer',
  processManagerMinSpareServers: 'integer',
  processManagerMaxSpareServers: 'integer',
  processManagerMaxChildren: 'integer',
  processManagerMaxRequests: 'integer',
  openBasedir: 'string',
  clickjackingProtection: 'boolean',
  xssProtection: 'boolean',
  mimeSniffingProtection: 'boolean',
} satisfies ObjectShape;

export const wordPressConfig = {
  disableWpCron: 'boolean',
  wpDebug: 'boolean',
} satisfies ObjectShape;

export const installer = {
  id: 'integer',
  name: 'string',
  realName: 'string',
  created_at: 'timestamp',
} satisfies ObjectShape;

/** A repository of a web application, its own or an atomic project's. */
export const gitRepository = {
  id: 'integer',
  provider: 'string',
  gitHost: 'string or null',
  gitUser: 'string or null',
  branch: 'string',
  repositoryData: { url: 'string', repo: 'string' },
  atomic: 'boolean',
  atomic_project_id: 'integer or null',
  autoDeploy: 'boolean',
  deployScript: 'string or null',
  created_at: 'timestamp',
} satisfies ObjectShape;

export const dnsRecord = {
  type: 'string',
  hostname: 'string',
  content: 'string',
} satisfies ObjectShape;

/** The mode of a web application's certificates. */
export const sslMode = { advancedSSL: 'boolean', autoSSL: 'boolean' } satisfies ObjectShape;

export const wafRule = {
  id: 'integer',
  operation: 'string',
  field: 'string',
  operator: 'string',
  value: 'string',
  ruleId: 'integer',
  isEnabled: 'boolean',
  created_at: 'ISO timestamp',
  updated_at: 'ISO timestamp',
} satisfies ObjectShape;
