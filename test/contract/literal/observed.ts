// Operations observed beyond the reference: likely, but not guaranteed.
import { newWebApplication, wordPress } from '../../support/newWebApplications';
import { documented } from './documented';
import type { Operation, TemplateObject } from './operation';
import type { Shape } from './shape';
import {
  atomicProject,
  certificate,
  database,
  deployment,
  dnsRecord,
  domain,
  gitRepository,
  installer,
  hardware,
  health,
  hub,
  logEntry,
  seenFirewallRule,
  services,
  sshKey,
  sslMode,
  stats,
  supervisorStatus,
  wafRule,
  webApplication,
  webApplicationSettings,
  wordPressConfig,
} from './observedResources';
import {
  canvas,
  cronJob,
  cronJobDraft,
  databaseUser,
  integration,
  message,
  paged,
  password,
  server,
  sshConfig,
  sshSettings,
  supervisorJob,
  systemUser,
  waf,
} from './resources';

type Method = Operation['method'];
type Path = Operation['path'];
type Sent = Pick<Operation, 'request' | 'body'>;

function read(id: string, path: Path, response: Operation['response']): Operation {
  return { entry: 'observed', id, method: 'GET', path, response };
}

function list(
  id: string,
  path: Path,
  response: Operation['response'],
  filters: readonly string[] = [],
): Operation {
  return { ...read(id, path, response), filters };
}

function write(
  id: string,
  method: Method,
  path: Path,
  response: Operation['response'],
  sent: Sent = {},
): Operation {
  return { entry: 'observed', id, method, path, response, ...sent };
}

/** The reference's body for an operation that was only observed in this version. */
function bodyOf(id: string): Sent {
  const { request, body } = documented.find((each) => each.id === id) ?? {};
  if (!request || body === undefined) throw new Error(`The reference sends nothing in ${id}.`);
  return { request, body };
}

/** A request whose fields have the types of these values. */
function sent(body: TemplateObject): Sent {
  const types = Object.entries(body).map(([name, value]): [string, Shape] => {
    const type = typeof value === 'number' ? 'integer' : typeof value;
    return [name, Array.isArray(value) ? ['string'] : (type as 'boolean' | 'integer' | 'string')];
  });
  return { request: Object.fromEntries(types), body };
}

const S2 = '/api/v2/servers/{serverId}';
const S = '/api/v3/servers/{serverId}';
const W = `${S}/webapps/{webappId}` as const;
const D = `${W}/domains/{domainId}` as const;
const account = '/api/v3/settings';

/** Operations observed in both versions. */
const inBothVersions: readonly Operation[] = ([S2, S] as const).flatMap((at): Operation[] => [
  read('cronJob.read', `${at}/cronjobs/{cronJobId}`, cronJob),
  write('cronJob.update', 'PATCH', `${at}/cronjobs/{cronJobId}`, message, {
    request: cronJobDraft,
    body: {
      label: 'changed',
      username: 'deploy',
      command: '/usr/bin/changed',
      minute: '5',
      hour: '4',
      dayOfMonth: '3',
      month: '2',
      dayOfWeek: '1',
    },
  }),
  write('cronJob.toggle', 'PATCH', `${at}/cronjobs/{cronJobId}/status`, message),
  write('cronJob.run', 'POST', `${at}/cronjobs/{cronJobId}/run`, message),
  write('cronJob.delete', 'DELETE', `${at}/cronjobs/{cronJobId}`, cronJob),
  write('cronJob.rebuildAll', 'POST', `${at}/cronjobs/rebuild`, message),
  read('ssh.readSettings', `${at}/settings/ssh`, sshSettings),
  list('databaseUser.list', `${at}/databaseusers`, paged(databaseUser)),
  read('databaseUser.read', `${at}/databaseusers/{databaseUserId}`, databaseUser),
  write(
    'databaseUser.changePassword',
    'PATCH',
    `${at}/databaseusers/{databaseUserId}`,
    databaseUser,
    { request: password, body: { password: 'correct horse battery staple' } },
  ),
  write('databaseUser.delete', 'DELETE', `${at}/databaseusers/{databaseUserId}`, databaseUser),
]);

/** Reads that clients of old personal spaces were seen to ask v2 for, too. */
const reads: readonly Operation[] = [
  list('server.list', '/api/v3/servers', paged(server), ['search']),
  read('server.read', S, server),
  list('webApplication.list', `${S}/webapps`, paged(webApplication), [
    'search',
    'sortColumn',
    'sortDirection',
  ]),
  read('webApplication.read', W, webApplication),
  read('service.readAll', `${S}/services`, services),
  read('server.stats', `${S}/stats`, stats),
  read('server.hardware', `${S}/hardwareinfo`, hardware),
  read('server.health', `${S}/health/latest`, health),
  list('server.phpVersions', `${S}/php/version`, ['string']),
  list('log.listServer', `${S}/logs`, paged(logEntry)),
  list('supervisorJob.list', `${S}/supervisors`, paged(supervisorJob)),
  read('supervisorJob.read', `${S}/supervisors/{supervisorId}`, supervisorJob),
  list('domain.list', `${W}/domains`, paged(domain)),
  read('domain.read', D, domain),
  list('firewallRule.list', `${S}/security/firewalls`, paged(seenFirewallRule)),
  read('firewallRule.read', `${S}/security/firewalls/{firewallId}`, seenFirewallRule),
  list('systemUser.list', `${S}/users`, paged(systemUser), ['search']),
  read('systemUser.read', `${S}/users/{systemUserId}`, systemUser),
  list('database.list', `${S}/databases`, paged(database)),
  read('database.read', `${S}/databases/{databaseId}`, database),
  read('webApplication.settings', `${W}/settings`, webApplicationSettings),
  read('git.read', `${S}/webapps/{furnishedWebappId}/git`, gitRepository),
];

const servers: readonly Operation[] = [
  list('server.listShared', '/api/v3/servers/shared', paged(server), ['search']),
  write(
    'server.updateMeta',
    'PATCH',
    `${S}/settings/meta`,
    server,
    sent({ name: 'renamed', provider: 'linode' }),
  ),
  write(
    'server.updateAutoUpdate',
    'PATCH',
    `${S}/settings/autoupdate`,
    server,
    sent({ softwareUpdate: true, securityUpdate: false }),
  ),
  read('server.installationScript', `${S}/installationscript`, { script: 'string' }),
  write('server.updateTags', 'POST', `${S}/tags`, message, sent({ tags: ['shop', 'new'] })),
  write('server.updateCliPhp', 'PATCH', `${S}/php/cli`, server, sent({ phpVersion: 'php84' })),
  write('server.cleanDisk', 'POST', `${S}/health/diskcleaner`, {}),
  write('server.cleanDiskByPatch', 'PATCH', `${S}/health/diskcleaner`, {}),
  write('supervisorJob.rebuildAll', 'POST', `${S}/supervisors/rebuild`, {}),
  write('server.delete', 'DELETE', S, {}),
  write('service.control', 'PATCH', `${S}/services`, services, {
    request: { action: 'string', realName: 'string' },
    body: { action: 'restart', realName: '{realName}' },
  }),
];

const jobs: readonly Operation[] = [
  list('cronJob.list', `${S}/cronjobs`, paged(cronJob)),
  write('cronJob.create', 'POST', `${S}/cronjobs`, cronJob, bodyOf('cronJob.create')),
  list('supervisorJob.binaries', `${S}/supervisors/binaries`, ['string']),
  read('supervisorJob.status', `${S}/supervisors/status`, supervisorStatus),
  write('supervisorJob.reload', 'POST', `${S}/supervisors/{supervisorId}/reload`, supervisorJob),
  write('supervisorJob.delete', 'DELETE', `${S}/supervisors/{supervisorId}`, supervisorJob),
];

const newSshKey: Sent = {
  request: { label: 'string', username: 'string', publicKey: 'string', temporary: 'boolean' },
  body: {
    label: 'laptop',
    username: '{systemUserName}',
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA a',
    temporary: false,
  },
};

const access: readonly Operation[] = [
  write('firewallRule.deploy', 'PUT', `${S}/security/firewalls`, message),
  write('firewallRule.delete', 'DELETE', `${S}/security/firewalls/{firewallId}`, seenFirewallRule),
  list('blockedAddress.list', `${S}/security/fail2ban/blockedip`, ['string']),
  write('blockedAddress.delete', 'DELETE', `${S}/security/fail2ban/blockedip`, message, {
    request: { ip: 'string' },
    body: { ip: '{blockedAddress}' },
  }),
  read('ssh.readConfig', `${S}/ssh/config`, sshConfig),
  list('sshKey.list', `${S}/ssh/credentials`, paged(sshKey)),
  read('sshKey.read', `${S}/ssh/credentials/{sshKeyId}`, sshKey),
  write('sshKey.create', 'POST', `${S}/ssh/credentials`, sshKey, newSshKey),
  write('sshKey.delete', 'DELETE', `${S}/ssh/credentials/{sshKeyId}`, sshKey),
  list('sshKey.listOlder', `${S2}/sshcredentials`, paged(sshKey)),
  read('sshKey.readOlder', `${S2}/sshcredentials/{sshKeyId}`, sshKey),
  write('sshKey.createOlder', 'POST', `${S2}/sshcredentials`, sshKey, newSshKey),
  write('sshKey.deleteOlder', 'DELETE', `${S2}/sshcredentials/{sshKeyId}`, sshKey),
  write(
    'systemUser.create',
    'POST',
    `${S}/users`,
    systemUser,
    sent({ username: 'intern', password: 'correct horse battery staple' }),
  ),
  write('systemUser.delete', 'DELETE', `${S}/users/{systemUserId}`, systemUser),
];

const databases: readonly Operation[] = [
  write(
    'database.create',
    'POST',
    `${S}/databases`,
    database,
    sent({ name: 'reporting', collation: 'utf8mb4_unicode_ci' }),
  ),
  write(
    'database.delete',
    'DELETE',
    `${S}/databases/{databaseId}`,
    database,
    sent({ deleteUser: true }),
  ),
  list('database.grants', `${S}/databases/{databaseId}/grant`, paged(databaseUser)),
  list('collation.readMysql', '/api/v3/static/databases/collations/mysql', ['string']),
  list('collation.readMariadb', '/api/v3/static/databases/collations/mariadb', ['string']),
  list('collation.readAll', '/api/v2/static/databases/collations', ['string']),
  write(
    'databaseUser.create',
    'POST',
    `${S}/databaseusers`,
    databaseUser,
    bodyOf('databaseUser.create'),
  ),
  write('database.grant', 'POST', `${S}/databases/{databaseId}/grant`, databaseUser, {
    request: { id: 'integer' },
    body: { id: '{ungrantedUserId}' },
  }),
  write('database.revoke', 'DELETE', `${S}/databases/{databaseId}/grant`, databaseUser, {
    request: { id: 'integer' },
    body: { id: '{grantedUserId}' },
  }),
];

const dynamic = {
  processManager: 'dynamic',
  processManagerStartServers: 20,
  processManagerMinSpareServers: 10,
  processManagerMaxSpareServers: 30,
};

const webApplicationDraft = sent({
  ...newWebApplication,
  ...dynamic,
  name: 'new-blog',
  publicPath: '/public',
});

const wordPressDraft = sent({ ...webApplicationDraft.body, name: 'new-press', ...wordPress });

const { phpVersion: _sentOnItsOwn, ...phpSettings } = webApplicationSettings;

const webApplications: readonly Operation[] = [
  write('webApplication.rebuild', 'POST', `${W}/rebuild`, webApplication),
  write('webApplication.makeDefault', 'POST', `${W}/default`, webApplication),
  write('webApplication.unsetDefault', 'DELETE', `${W}/default`, {}),
  write('webApplication.updateSettings', 'PATCH', `${W}/settings/fpmnginx`, webApplication, {
    request: {
      ...phpSettings,
      publicPath: 'string',
      stack: 'string',
      stackMode: 'string',
    },
    body: { memoryLimit: 512, publicPath: '/public', stack: 'nativenginx' },
  }),
  write(
    'webApplication.updatePhpVersion',
    'PATCH',
    `${W}/settings/php`,
    webApplication,
    sent({ phpVersion: 'php84' }),
  ),
  read('webApplication.wordPressConfig', `${W}/wordpress/config`, wordPressConfig),
  write('webApplication.updateWordPressConfig', 'PATCH', `${W}/wordpress/config`, message, {
    request: wordPressConfig,
    body: { disableWpCron: true, wpDebug: true },
  }),
  list(
    'static.sslProtocols',
    '/api/v3/static/ssl/protocols',
    [{ id: 'integer', name: 'string' }],
    ['webServer'],
  ),
  list('static.timeZones', '/api/v3/static/timezones', ['string']),
  write(
    'webApplication.createCustom',
    'POST',
    `${S}/webapps/custom`,
    webApplication,
    webApplicationDraft,
  ),
  write(
    'webApplication.createWordPress',
    'POST',
    `${S}/webapps/wordpress`,
    webApplication,
    wordPressDraft,
  ),
  write('webApplication.createAlias', 'POST', `${W}/alias`, webApplication, webApplicationDraft),
  write('webApplication.delete', 'DELETE', W, webApplication),
  list('log.listWebApplication', `${W}/log`, paged(logEntry), ['search']),
  write(
    'domain.create',
    'POST',
    `${W}/domains`,
    domain,
    sent({ name: 'new.example.com', www: true, redirection: 'none', type: 'alias' }),
  ),
  write('domain.delete', 'DELETE', D, domain),
  read('ssl.read', `${D}/ssl`, certificate),
  write('ssl.redeploy', 'PUT', `${D}/ssl/{sslId}`, {}),
  write('ssl.delete', 'DELETE', `${D}/ssl/{sslId}`, {}),
];

const caches: readonly Operation[] = [
  write(
    'cacheConfiguration.update',
    'PATCH',
    `${W}/platformcache`,
    message,
    sent({
      pageCacheType: 'platform-native',
      pageCacheEnabled: true,
      cdnEnabled: false,
      objectCacheEnabled: true,
    }),
  ),
  write(
    'cacheConfiguration.upgrade',
    'POST',
    `${S}/webapps/{upgradableWebappId}/platformcache/upgrade`,
    message,
  ),
  write('cacheConfiguration.rollBack', 'POST', `${W}/platformcache/rollback`, message),
  write('cacheConfiguration.preload', 'POST', `${W}/platformcache/preload`, message),
  write('waf.create', 'POST', `${S}/webapps/{plainWebappId}/waf`, waf, {
    request: {
      isEnabled: 'boolean',
      paranoia: 'integer',
      anomaly: 'integer',
      rulesExclusion: waf.rulesExclusion,
    },
    body: { isEnabled: true, paranoia: 2, anomaly: 7, rulesExclusion: { wordpress: true } },
  }),
  write('waf.update', 'PATCH', `${W}/waf`, waf, {
    request: {
      isEnabled: 'boolean',
      paranoia: 'integer',
      anomaly: 'integer',
      rulesExclusion: waf.rulesExclusion,
    },
    body: { isEnabled: false, paranoia: 3, anomaly: 9, rulesExclusion: { drupal: true } },
  }),
  read('hubCache.read', `${W}/platformhub`, hub),
  write(
    'hubCache.create',
    'POST',
    `${S}/webapps/{plainWebappId}/platformhub`,
    message,
    sent({ cacheType: 'sr', redisObjectCache: true, cacheFolderSize: 128, cacheValidMinute: 5 }),
  ),
  write('hubCache.delete', 'DELETE', `${W}/platformhub`, message),
];

const bundled = [{ name: 'string', slug: 'string', activate: 'boolean' }] as const;
const { id: _, created_at: __, updated_at: ___, ...canvasSettings } = canvas.settings;

const ofTheAccount: readonly Operation[] = [
  list('integration.list', `${account}/externalapi`, { data: [integration] }),
  read('integration.read', `${account}/externalapi/{apiId}`, integration),
  write('integration.delete', 'DELETE', `${account}/externalapi/{apiId}`, integration),
  list('canvas.list', `${account}/wordpress/canvas`, paged(canvas)),
  write('canvas.replace', 'PUT', `${account}/wordpress/canvas/{canvasId}`, canvas, {
    request: {
      name: 'string',
      selectedThemes: bundled,
      selectedPlugins: bundled,
      customThemePlugin: [{ label: 'string', link: 'string', type: 'string', activate: 'boolean' }],
      settings: canvasSettings,
    },
    body: {
      name: 'Blog',
      selectedThemes: [{ name: 'Plain', slug: 'plain', activate: true }],
      selectedPlugins: [],
      customThemePlugin: [
        {
          label: 'Own',
          link: 'https://files.example.com/own.zip',
          type: 'custom-theme',
          activate: false,
        },
      ],
      settings: {
        language: 'en_GB',
        timezone: 'Europe/London',
        dateFormat: 'j F Y',
        timeFormat: 'H:i',
        SEIndexingDisable: true,
        organizeUploadFolders: true,
        permalinkCustom: null,
        removeHelloWorld: true,
        deleteAllThemes: false,
        deleteAllPlugins: false,
        deleteUnneededCoreFile: true,
        removeSamplePage: true,
      },
    },
  }),
  write('canvas.delete', 'DELETE', `${account}/wordpress/canvas/{canvasId}`, canvas),
  list('atomicProject.list', '/api/v3/atomic', paged(atomicProject)),
  read('atomicProject.read', '/api/v3/atomic/{atomicProjectId}', atomicProject),
  list('deployment.list', '/api/v3/atomic/{atomicProjectId}/deployments', paged(deployment)),
  write(
    'atomicProject.forceDeploy',
    'PUT',
    '/api/v3/atomic/{atomicProjectId}/forcedeploy',
    message,
  ),
];

const gitAt = `${S}/webapps/{furnishedWebappId}/git/{gitId}` as const;

const git: readonly Operation[] = [
  list('domain.dnsRecords', `${W}/domains/{domainId}/dns`, [dnsRecord]),
  write(
    'git.connect',
    'POST',
    `${S}/webapps/{plainWebappId}/git`,
    gitRepository,
    sent({
      provider: 'custom',
      repository: 'shop/plain',
      branch: 'main',
      gitUser: 'git',
      gitHost: 'git.example.com',
    }),
  ),
  write('git.changeBranch', 'PATCH', `${gitAt}/branch`, gitRepository, sent({ branch: 'develop' })),
  list('static.installers', '/api/v3/static/webapps/installers', ['string']),
  write(
    'installer.install',
    'POST',
    `${S}/webapps/{plainWebappId}/installer`,
    installer,
    sent({ name: 'drupal' }),
  ),
  read('installer.read', `${S}/webapps/{furnishedWebappId}/installer/{installerId}`, installer),
  write(
    'installer.remove',
    'DELETE',
    `${S}/webapps/{furnishedWebappId}/installer/{installerId}`,
    installer,
  ),
  write(
    'git.changeScript',
    'PATCH',
    `${gitAt}/script`,
    gitRepository,
    sent({ autoDeploy: true, deployScript: 'composer install' }),
  ),
  write('git.deploy', 'PUT', `${gitAt}/script`, {}),
  write('git.disconnect', 'DELETE', gitAt, gitRepository),
  read(
    'deployment.read',
    '/api/v3/atomic/{atomicProjectId}/deployments/{deploymentId}',
    deployment,
  ),
  write(
    'systemUser.makeDeploymentKey',
    'PATCH',
    `${S}/users/{systemUserId}/deploymentkey`,
    systemUser,
  ),
];

/** A web application that has everything, made by `prepareFurther`. */
const F = `${S}/webapps/{furnishedWebappId}` as const;

const sslDraft = {
  advancedSSL: 'boolean',
  autoSSL: 'boolean',
  provider: 'string',
  enableHttp: 'boolean',
  enableHsts: 'boolean',
  authorizationMethod: 'string',
  environment: 'string',
} as const;

const protection: readonly Operation[] = [
  write(
    'ssl.change',
    'PATCH',
    `${W}/domains/{domainId}/ssl/{sslId}`,
    {},
    {
      request: sslDraft,
      body: { enableHsts: false },
    },
  ),
  read('sharedSsl.read', `${F}/ssl`, certificate),
  write(
    'sharedSsl.install',
    'POST',
    `${S}/webapps/{plainWebappId}/ssl`,
    {},
    {
      request: sslDraft,
      body: {
        advancedSSL: false,
        autoSSL: true,
        provider: 'letsencrypt',
        enableHttp: true,
        enableHsts: false,
        authorizationMethod: 'http-01',
        environment: 'live',
      },
    },
  ),
  write(
    'sharedSsl.change',
    'PATCH',
    `${F}/ssl/{sharedSslId}`,
    {},
    {
      request: sslDraft,
      body: { enableHsts: true },
    },
  ),
  write('sharedSsl.redeploy', 'PUT', `${F}/ssl/{sharedSslId}`, {}),
  write('sharedSsl.delete', 'DELETE', `${F}/ssl/{sharedSslId}`, {}),
  read('sslMode.read', `${W}/ssl/advanced`, sslMode),
  write('sslMode.change', 'POST', `${W}/ssl/advanced`, sslMode, {
    request: sslMode,
    body: { advancedSSL: true, autoSSL: true },
  }),
  write(
    'waf.addRule',
    'POST',
    `${W}/waf/rules`,
    wafRule,
    sent({ field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' }),
  ),
  write('waf.sortRules', 'PATCH', `${F}/waf/rules/sort`, waf, {
    // Its entries aren't known; they are sent back as they came.
    request: { rulesOrdering: 'array' },
    body: { rulesOrdering: ['{wafRuleId}'] },
  }),
];

/** Every operation that was observed beyond the reference. */
export const observed: readonly Operation[] = [
  ...reads,
  ...servers,
  ...jobs,
  ...inBothVersions,
  ...access,
  ...databases,
  ...webApplications,
  ...caches,
  ...git,
  ...protection,
  ...ofTheAccount,
];

function inV2(operation: Operation): Operation {
  return { ...operation, path: operation.path.replace('/v3/', '/v2/') as Path };
}

/** What a legacy key and secret ask v2 for: everything observed that v2 wasn't known to have. */
export const asked: readonly Operation[] = observed
  .filter(({ id, path }) => path.startsWith('/api/v3/') && !isKnownIn('/api/v2/', id))
  .map(inV2);

/** What of it services were seen to answer. */
export const answered = reads.map(inV2);

function isKnownIn(version: string, id: string): boolean {
  return [...documented, ...observed].some(
    (each) => each.id === id && each.path.startsWith(version),
  );
}
