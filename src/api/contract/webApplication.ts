import * as z from 'zod/mini';
import { defineList, defineRead, defineWrite } from './endpoint';
import { answered, id, openEnum, sent } from './fields';

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

const all = '/servers/{serverId}/webapps';
const one = '/servers/{serverId}/webapps/{webappId}';

export const readPhpVersions = defineList(
  'server.phpVersions',
  '/servers/{serverId}/php/version',
  z.string(),
);

export const listWebApplications = defineList('webApplication.list', all, webApplication, {
  filters: ['search', 'sortColumn', 'sortDirection'],
});

export const readWebApplication = defineRead('webApplication.read', one, webApplication);

export const createCustomWebApplication = defineWrite(
  'webApplication.createCustom',
  'POST',
  `${all}/custom`,
  { body: webApplicationDraft, answer: webApplication },
);

export const createWordPressWebApplication = defineWrite(
  'webApplication.createWordPress',
  'POST',
  `${all}/wordpress`,
  { body: wordPressDraft, answer: webApplication },
);

/** Creates a web application that is another's alias. */
export const createAlias = defineWrite('webApplication.createAlias', 'POST', `${one}/alias`, {
  body: webApplicationDraft,
  answer: webApplication,
});

export const deleteWebApplication = defineWrite('webApplication.delete', 'DELETE', one);

/** Makes it the web application that answers requests for unknown domains. */
export const makeDefaultWebApplication = defineWrite(
  'webApplication.makeDefault',
  'POST',
  `${one}/default`,
  { answer: webApplication },
);

export const unsetDefaultWebApplication = defineWrite(
  'webApplication.unsetDefault',
  'DELETE',
  `${one}/default`,
);

export const rebuildWebApplication = defineWrite(
  'webApplication.rebuild',
  'POST',
  `${one}/rebuild`,
  { answer: webApplication },
);

export const webApplicationSettings = z.partial(answered(phpSettings));

export const wordPressConfig = z.partial(
  answered({
    disableWpCron: z.boolean(),
    wpDebug: z.boolean(),
  }),
);

export const readWebApplicationSettings = defineRead(
  'webApplication.settings',
  `${one}/settings`,
  webApplicationSettings,
);

/** `publicPath` is below the root folder. */
export const updateWebApplicationSettings = defineWrite(
  'webApplication.updateSettings',
  'PATCH',
  `${one}/settings/fpmnginx`,
  {
    body: z.partial(
      sent({
        ...phpSettings,
        publicPath: z.string(),
        stack: openEnum('hybrid', 'nativenginx', 'customnginx'),
        stackMode: openEnum('production', 'development'),
      }),
    ),
    answer: webApplication,
  },
);

export const updatePhpVersion = defineWrite(
  'webApplication.updatePhpVersion',
  'PATCH',
  `${one}/settings/php`,
  { body: sent({ phpVersion: z.string() }), answer: webApplication },
);

export const readWordPressConfig = defineRead(
  'webApplication.wordPressConfig',
  `${one}/wordpress/config`,
  wordPressConfig,
);

export const updateWordPressConfig = defineWrite(
  'webApplication.updateWordPressConfig',
  'PATCH',
  `${one}/wordpress/config`,
  { body: sent(wordPressConfig.shape) },
);

export const readTimeZones = defineList('static.timeZones', '/static/timezones', z.string());
