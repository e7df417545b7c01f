import * as z from '../schemas';
import { defineEndpoint, defineList, observedV3 } from './endpoint';
import { acknowledgement, answered, id, openEnum, sent } from './fields';

/** Observed: both pull keys are credentials. */
export const webApplication = answered({
  id,
  server_user_id: z.nullish(z.int()),
  name: z.string(),
  rootPath: z.nullish(z.string()),
  publicPath: z.nullish(z.string()),
  phpVersion: z.nullish(z.string()),
  stack: z.nullish(z.string()),
  stackMode: z.nullish(z.string()),
  type: z.nullish(z.string()),
  defaultApp: z.nullish(z.boolean()),
  alias: z.nullish(z.int()),
  pullKey1: z.nullish(z.string()),
  pullKey2: z.nullish(z.string()),
  created_at: z.nullish(z.string()),
});
/** How a web application runs PHP: the fields that its settings have when they are read (observed). */
export const phpSettings = {
  processManager: openEnum('ondemand', 'dynamic', 'static'),
  /** These three only mean something with `dynamic`. */
  processManagerStartServers: z.optional(z.int()),
  processManagerMinSpareServers: z.optional(z.int()),
  processManagerMaxSpareServers: z.optional(z.int()),
  processManagerMaxChildren: z.int(),
  processManagerMaxRequests: z.int(),
  timezone: z.string(),
  memoryLimit: z.int(),
  maxExecutionTime: z.int(),
  maxInputTime: z.int(),
  maxInputVars: z.int(),
  postMaxSize: z.int(),
  uploadMaxFilesize: z.int(),
  sessionGcMaxlifetime: z.int(),
  allowUrlFopen: z.boolean(),
  disableFunctions: z.optional(z.string()),
  openBasedir: z.optional(z.string()),
  clickjackingProtection: z.boolean(),
  xssProtection: z.boolean(),
  mimeSniffingProtection: z.boolean(),
};

/** Observed: `user` is the id of the owning system user, and `publicPath` is below the root folder. */
export const webApplicationDraft = sent({
  name: z.string(),
  domainName: z.string(),
  user: z.int(),
  publicPath: z.optional(z.string()),
  phpVersion: z.string(),
  stack: openEnum('hybrid', 'nativenginx', 'customnginx'),
  stackMode: openEnum('production', 'development'),
  ...phpSettings,
});

/** Observed: the service installs WordPress, with a database and a database user of its own. */
export const wordPressDraft = sent({
  ...webApplicationDraft.shape,
  siteTitle: z.string(),
  adminUsername: z.string(),
  adminEmail: z.string(),
  password: z.string(),
  dbName: z.string(),
  dbUser: z.string(),
  dbPassword: z.string(),
  dbPrefix: z.optional(z.string()),
});

export const readPhpVersions = defineList({
  id: 'server.phpVersions',
  path: '/servers/{serverId}/php/version',
  versions: observedV3,
  answer: z.string(),
});

export const listWebApplications = defineList({
  id: 'webApplication.list',
  path: '/servers/{serverId}/webapps',
  versions: observedV3,
  filters: ['search', 'sortColumn', 'sortDirection'],
  answer: webApplication,
});

export const readWebApplication = defineEndpoint({
  id: 'webApplication.read',
  method: 'GET',
  path: '/servers/{serverId}/webapps/{webappId}',
  versions: observedV3,
  answer: webApplication,
});

export const createCustomWebApplication = defineEndpoint({
  id: 'webApplication.createCustom',
  method: 'POST',
  path: '/servers/{serverId}/webapps/custom',
  versions: observedV3,
  body: webApplicationDraft,
  answer: webApplication,
});

export const createWordPressWebApplication = defineEndpoint({
  id: 'webApplication.createWordPress',
  method: 'POST',
  path: '/servers/{serverId}/webapps/wordpress',
  versions: observedV3,
  body: wordPressDraft,
  answer: webApplication,
});

/** Creates a web application that is another's alias. */
export const createAlias = defineEndpoint({
  id: 'webApplication.createAlias',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/alias',
  versions: observedV3,
  body: webApplicationDraft,
  answer: webApplication,
});

export const deleteWebApplication = defineEndpoint({
  id: 'webApplication.delete',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}',
  versions: observedV3,
  answer: acknowledgement,
});

/** Makes it the web application that answers requests for unknown domains. */
export const makeDefaultWebApplication = defineEndpoint({
  id: 'webApplication.makeDefault',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: webApplication,
});

export const unsetDefaultWebApplication = defineEndpoint({
  id: 'webApplication.unsetDefault',
  method: 'DELETE',
  path: '/servers/{serverId}/webapps/{webappId}/default',
  versions: observedV3,
  answer: acknowledgement,
});

export const rebuildWebApplication = defineEndpoint({
  id: 'webApplication.rebuild',
  method: 'POST',
  path: '/servers/{serverId}/webapps/{webappId}/rebuild',
  versions: observedV3,
  answer: webApplication,
});
