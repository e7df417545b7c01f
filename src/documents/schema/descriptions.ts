import { isInReference } from '../../api/contract/endpoint';
import { creations } from '../creations/creations';
import { type Creation, type CreationVariant, settingsIn } from '../creations/creation';
import { examplesOf } from '../../api/contract/fields';
import type * as z from 'zod/mini';
import type { KindId, ResourceKind } from '../../resources/kinds/kinds';
import { t } from '../../base/l10n';

/** Fields that mean the same in every kind. */
export const commonTexts = {
  id: 'ID on the service.',
  created_at: 'Created.',
  updated_at: 'Last changed.',
  status: 'Installation state.',
  branch: 'Deployed branch.',
  latestDeployment: 'Latest deployment.',
  apiKey: 'Cache key. Never shown here.',
  apiSecret: 'Cache secret. Never shown here.',
  pullKey1: 'Key. Never shown here.',
  pullKey2: 'Key. Never shown here.',
};

/**
 * What the question of a form doesn't say about a field, and fields that no form asks for: by dotted
 * path, or by name wherever it is. A test compares them with the contract.
 */
export const fieldTexts: Readonly<Partial<Record<KindId, Readonly<Record<string, string>>>>> = {
  server: {
    stack: 'Web server, set as `webServerType` on creation.',
    country_iso_code: 'Country code (two letters).',
    os: 'Operating system.',
    osVersion: 'Operating system version.',
    connected: "Connected: the service's agent on the server has answered.",
    online: 'Online.',
    agentVersion: "Version of the service's agent on the server.",
    phpCLIVersion: 'PHP version on the command line.',
    softwareUpdate: 'Update software automatically.',
    securityUpdate: 'Install security updates automatically.',
    tags: 'Tags.',
    ssh: 'SSH settings.',
    transferStatus: 'Transfer to another account in progress.',
  },
  supervisorJob: {
    binary: 'Executable; empty if the command includes it. Reads return it as part of `command`.',
    command: 'Command line. Reads put the executable in front.',
    directory: 'Working directory.',
  },
  cronJob: {
    minute:
      'Minute, 0–59. `*` means every minute, `*/5` every 5 minutes, `1,15` two minutes, `1-5` a range.',
    hour: 'Hour, 0–23. `*` means every hour, `*/6` every 6 hours.',
    dayOfMonth:
      'Day of the month, 1–31. If the day of the week is restricted, too, the job runs when either matches.',
    month: 'Month, 1–12 or jan–dec.',
    dayOfWeek: 'Day of the week, 0–7 (0 and 7 are Sunday) or sun–sat.',
    enabled:
      '1 if enabled, 0 if disabled. Change it with the command "Enable Cron Job" or "Disable Cron Job".',
  },
  sshSettings: {
    passwordlessLogin: 'Allow login with SSH keys only. Add a key first.',
    preventRootLogin: 'Prevent login as root. Add another privileged user first.',
    useDns: 'Look up client host names (DNS). Logins may take longer.',
  },
  sshKey: {
    user: 'System user this key logs in as.',
    temporary: 'Temporary: removed automatically later.',
  },
  systemUser: {
    username: 'Name: lowercase letters, digits, - and _.',
    deploymentKey: 'Public key for access to repositories.',
    deleteable: 'True if it can be deleted.',
  },
  databaseUser: { username: 'Name: lowercase letters, digits, - and _.' },
  webApplication: {
    server_user_id: 'ID of the owning system user.',
    rootPath: 'Root folder.',
    publicPath: 'Public folder, in or below the root folder.',
    type: 'wordpress or custom.',
    defaultApp: 'Answers requests for unknown domains.',
    alias: 'ID of the web application it was cloned from.',
    processManagerMaxRequests:
      'Requests after which a process is restarted; usually 500, 0 for no limit.',
    uploadMaxFilesize:
      'Max size of an uploaded file in MB; usually 256, and at most the size of a POST request.',
    settings: 'PHP settings.',
    wordpress: 'Constants in wp-config.php.',
    'wordpress.disableWpCron':
      'Turn off the cron of WordPress (DISABLE_WP_CRON); usually false, or true with a cron job in its place.',
    'wordpress.wpDebug': 'Debug mode (WP_DEBUG); usually false in production.',
  },
  installer: {
    name: 'Name that the service installs it by.',
    realName: 'Name of the software.',
    created_at: 'Installed.',
  },
  gitRepository: {
    message: 'Message if no repository is connected.',
    gitHost: 'Host of the repository; only with selfhostedgitlab and custom.',
    gitUser: 'User of the repository; only with selfhostedgitlab and custom.',
    repositoryData: 'Repository.',
    atomic: 'Deployed by an atomic project.',
    atomic_project_id: 'ID of the atomic project.',
    autoDeploy: 'Deploy automatically on push.',
    deployScript: 'Shell script that deploys.',
  },
  domain: {
    wildcard: 'Wildcard domain.',
    dns_integration: 'Integration that manages its DNS records.',
  },
  ssl: {
    message: 'Message if no certificate is installed.',
    advancedSSL: 'Separate certificate for each domain (advanced SSL). Never returned.',
    autoSSL: 'Install certificates automatically (auto SSL). Never returned.',
    provider: 'Certificate provider, such as letsencrypt. Returned as `method`.',
    environment: 'live, or staging to test with an untrusted certificate.',
    validUntil: 'Expiry date of the certificate.',
    renewalDate: 'Renewal date of the certificate.',
    privateKey: 'Private key. Never shown here.',
    certificate: 'Certificate.',
  },
  sharedSsl: {
    message: 'Message if the mode is unknown.',
    advancedSSL:
      'Certificate mode: true (advanced) if each domain has its own, false (basic) if all share one.',
    autoSSL: 'Install certificates automatically (auto SSL).',
    certificate: 'Certificate that all domains share.',
  },
  cacheConfiguration: {
    cacheSettings: 'Caches.',
    'cacheSettings.cache_settings': 'Page cache.',
    'cacheSettings.cache_settings.enable': 'Cache pages.',
    'cacheSettings.cache_settings.page_cache_type': 'Page cache type, such as platform-native.',
    'cacheSettings.cdn_settings': 'Content delivery network.',
    'cacheSettings.cdn_settings.enable': 'Enabled.',
    'cacheSettings.cdn_settings.cdn_type': 'Current value; empty if not set.',
    'cacheSettings.object_cache_settings': 'Object cache.',
    'cacheSettings.object_cache_settings.enable': 'Cache objects.',
    'cacheSettings.object_cache_settings.object_cache_type': 'Current value; empty if not set.',
  },
  waf: {
    paranoia: 'Strictness of the rules, from 1 (lenient) to 4 (strict).',
    anomaly: 'Score at which a request is blocked. Lower is stricter.',
    rulesExclusion: 'Applications whose typical requests are allowed.',
    'rulesExclusion.drupal': 'Allow typical Drupal requests.',
    'rulesExclusion.wordpress': 'Allow typical WordPress requests.',
    'rulesExclusion.next_cloud': 'Allow typical Nextcloud requests.',
    'rulesExclusion.docu_wiki': 'Allow typical DokuWiki requests.',
    'rulesExclusion.xen_foro': 'Allow typical XenForo requests.',
    'rulesExclusion.magento': 'Allow typical Magento requests.',
    rulesOrdering: 'Order of the rules.',
  },
  hubCache: {
    web_application_id: 'ID of the web application.',
    nginxCacheType: 'Cache type: native or sr.',
    redisObjectCache: 'Cache objects in Redis. Never returned.',
    cacheFolderPath: 'Cache folder.',
    cacheHeaderName: 'Response header for cache hits.',
  },
  integration: {
    service: 'Provider, such as cloudflare. Reads may return its display name.',
    secret: 'Secret at the provider. Change it with the command "Change Integration Secret…".',
    username: 'Access key ID at the provider. Never returned.',
    url: 'URL of the provider. Never returned.',
  },
  canvas: {
    name: 'Name of the canvas.',
    themes: 'Themes from the public directory.',
    plugins: 'Plugins from the public directory.',
    customThemes: 'Themes from your own archive.',
    customPlugins: 'Plugins from your own archive.',
    settings: 'Setup of new WordPress sites.',
    'settings.language': 'Locale, such as en_US.',
    'settings.timezone': 'Time zone, such as Europe/Berlin.',
    'settings.dateFormat': 'Date format, such as `F j, Y`.',
    'settings.timeFormat': 'Time format, such as `H:i`.',
    'settings.SEIndexingDisable': 'Ask search engines not to index the site.',
    'settings.organizeUploadFolders': 'Organize uploads in folders by month and year.',
    'settings.permalinkCustom':
      'Permalink structure, such as `/%postname%/`; null for the default.',
    'settings.removeHelloWorld': 'Remove the WordPress sample post.',
    'settings.deleteAllThemes': 'Remove the preinstalled WordPress themes.',
    'settings.deleteAllPlugins': 'Remove the preinstalled WordPress plugins.',
    'settings.deleteUnneededCoreFile': "Remove files WordPress doesn't need.",
    'settings.removeSamplePage': 'Remove the WordPress sample page.',
  },
  atomicProject: {
    active: 'Active.',
    provider: 'Repository host.',
    repository: 'Repository.',
    composerInstall: 'Run Composer on each deployment.',
    composerInstallDev: 'Install development packages.',
    totalCompleted: 'Number of successful deployments.',
    totalFailed: 'Number of failed deployments.',
    completedNotification: 'Send a notification when a deployment succeeds.',
    failedNotification: 'Send a notification when a deployment fails.',
    repositoryData: 'Repository details.',
  },
  deployment: {
    hash: 'Commit.',
    hashShort: 'Commit, shortened.',
    url: 'Web page of the commit.',
    message: 'Commit message.',
    committer: 'Author of the commit.',
    releaseName: 'Folder of the release.',
    status: 'DEPLOYING, COMPLETED or FAILED.',
    startTime: 'Start.',
    endTime: 'End; null while it runs.',
  },
};

/** What a field means; undefined if nothing is known of it. */
export function describeField(kind: KindId, path: readonly string[]): string | undefined {
  const texts: Readonly<Record<string, string>> = { ...commonTexts, ...fieldTexts[kind] };
  const name = path.at(-1) ?? '';
  const meaning = texts[path.join('.')] ?? texts[name];
  return meaning === undefined ? describeQuestion(kind, name) : t(meaning);
}

/** Whether the reference says what a kind's fields are, or they were only observed. */
export function sourceOf({ id, operations }: ResourceKind): string {
  const { list, read, writesById = [] } = operations;
  const endpoints = [list, read, ...writesById, creations[id]?.endpoint];
  return endpoints.some(isInReference) ? t('documented') : t('observed');
}

/** What a form asks for, with known values, the usual one of a setting, and a variant's name. */
function describeQuestion(kind: KindId, name: string): string | undefined {
  const usual = creations[kind];
  const all: readonly (Creation & Partial<CreationVariant>)[] = usual
    ? [usual, ...(usual.variants ?? [])]
    : [];
  for (const creation of all) {
    const setting = settingsIn(creation).find((each) => each.name === name);
    const asked = setting ?? creation.fields().find((each) => each.name === name);
    if (!asked) continue;
    const { shape } = creation.endpoint.body as { shape?: Record<string, z.ZodMiniType> };
    const known = shape?.[name] ? examplesOf(shape[name]).join(', ') : '';
    const question = [asked.prompt.replace(/\?$/, ''), known].filter(Boolean).join(': ');
    if (setting?.start) return t('{0}; usually {1}.', question, JSON.stringify(setting.start));
    return creation.name ? `${question} (${creation.name()}).` : `${question}.`;
  }
  return undefined;
}
