import { type Creation, type CreationVariant, omitMissing } from './creation';
import type { Field, Setting, SettingsField } from './field';
import {
  domainName,
  flag,
  integer,
  oneNumberOf,
  oneOf,
  password,
  phpVersionField,
  required,
  resourceId,
  text,
  unlike,
  userName,
} from './fields';
import { createDomain, domainDraft } from '../../api/contract/domain';
import { applySsl, sslDraft } from '../../api/contract/domainSsl';
import { createHubCache, hubCacheDraft } from '../../api/contract/hubCache';
import { createWaf } from '../../api/contract/waf';
import {
  createCustomWebApplication,
  createWordPressWebApplication,
  readPhpVersions,
  webApplicationDraft,
  wordPressDraft,
} from '../../api/contract/webApplication';
import { isCredentialField } from '../../api/credentials';
import { pick } from '../../base/json';
import { belowRoot } from '../../resources/kinds/webApplication';
import { softwareNames } from '../../resources/kinds/waf';
import { t } from '../../base/l10n';

const { processManager } = webApplicationDraft.shape;

/** How a web application runs PHP, with the values that services of this family start with. */
function phpSettingsField(others: readonly Setting[] = []): SettingsField {
  const [megabytes, seconds] = [t('MB'), t('seconds')];
  const limit = (name: string, label: string, unit: string, start: number): Setting =>
    integer(name, `${label} (${unit})`, { start });
  return {
    type: 'settings',
    prompt: t('PHP settings'),
    fields: [
      ...others,
      ...processes(),
      text('timezone', t('Time zone'), { start: 'UTC' }),
      limit('memoryLimit', t('Memory limit'), megabytes, 256),
      limit('maxExecutionTime', t('Max execution time'), seconds, 30),
      limit('maxInputTime', t('Max input time'), seconds, 60),
      integer('maxInputVars', t('Max input variables'), { start: 1000 }),
      limit('postMaxSize', t('Max POST size'), megabytes, 256),
      limit('uploadMaxFilesize', t('Max upload size'), megabytes, 256),
      limit('sessionGcMaxlifetime', t('Session lifetime'), seconds, 1440),
      flag('allowUrlFopen', t('Allow opening URLs as files')),
      text('disableFunctions', t('Disabled functions, separated by commas'), {
        start: 'exec,passthru,shell_exec,system',
        isOptional: true,
      }),
      text('openBasedir', t('Folders that PHP may open, separated by colons (optional)'), {
        start: '',
        isOptional: true,
      }),
      flag('clickjackingProtection', t('Clickjacking protection (X-Frame-Options)')),
      flag('xssProtection', t('XSS protection (X-XSS-Protection)')),
      flag('mimeSniffingProtection', t('MIME sniffing protection (X-Content-Type-Options)')),
    ],
  };
}

function processes(): readonly Setting[] {
  const dynamic = (name: string, prompt: string, start: number): Setting =>
    integer(name, prompt, { start, when: (values) => values['processManager'] === 'dynamic' });
  return [
    oneOf('processManager', t('Process manager'), processManager, { start: 'ondemand' }),
    dynamic('processManagerStartServers', t('Processes at start'), 20),
    dynamic('processManagerMinSpareServers', t('Min idle processes'), 10),
    dynamic('processManagerMaxSpareServers', t('Max idle processes'), 30),
    integer('processManagerMaxChildren', t('Max processes'), { start: 50 }),
    integer('processManagerMaxRequests', t('Max requests per process'), { start: 500 }),
  ];
}

const { stack, stackMode } = webApplicationDraft.shape;

/** The members that only WordPress sites are created with: any of them makes a draft one. */
const wordPressMembers = Object.keys(wordPressDraft.shape).filter(
  (name) => !(name in webApplicationDraft.shape) && !isCredentialField(name),
);

const sharedWithWordPress: Pick<Creation, 'reads' | 'fromContent' | 'toRead'> = {
  reads: [readPhpVersions],
  // Reads return the owner as `server_user_id`, and the public folder with the root folder. The
  // domain must be another one.
  fromContent: ({ server_user_id: user, publicPath, rootPath, ...content }) => ({
    ...content,
    domainName: '',
    ...omitMissing({ user, publicPath: belowRoot(publicPath, rootPath) ?? '' }),
  }),
  toRead: ({ user, ...body }) => ({
    ...pick(body, ['name', 'phpVersion', 'stack', 'stackMode']),
    ...omitMissing({ server_user_id: user }),
  }),
};

/** A web application with WordPress, which is set up with a database of its own (observed). */
export const wordPressCreation: CreationVariant = {
  endpoint: createWordPressWebApplication,
  ...sharedWithWordPress,
  name: () => t('WordPress Site'),
  fits: (content) =>
    content['type'] === 'wordpress' || wordPressMembers.some((name) => name in content),
  fields: () => [
    ...placeFields(),
    text('siteTitle', t('Site title'), { start: '' }),
    text('adminUsername', t('User name of the administrator'), { start: '' }),
    text('adminEmail', t('Email address of the administrator'), {
      start: '',
      placeholder: 'admin@example.org',
      warn: unlike(/^\S+@\S+\.\S+$/, t('Enter an email address such as admin@example.org.')),
    }),
    // One that Enter generates would be replaced in the clipboard by the other before it is used.
    password({
      prompt: t('Password of the administrator. The button generates and copies one.'),
      validate: required,
    }),
    text('dbName', t('Name of the new database'), { start: '' }),
    userName('dbUser', t('Name of the new database user')),
    password({
      name: 'dbPassword',
      prompt: t('Password of the database user. The button generates and copies one.'),
      validate: required,
    }),
    ...stackFields(),
    phpSettingsField([text('dbPrefix', t('Table prefix'), { start: 'wp_', isOptional: true })]),
  ],
};

export const webApplicationCreation: Creation = {
  endpoint: createCustomWebApplication,
  ...sharedWithWordPress,
  fields: () => [...placeFields(), ...stackFields(), phpSettingsField()],
  variants: [wordPressCreation],
};

function placeFields(): Field[] {
  return [
    text('name', t('Name of the web application'), { start: '' }),
    domainName('domainName'),
    resourceId('user', t('System user that owns it')),
    text('publicPath', t('Public folder, below the root folder (optional)'), {
      start: '',
      placeholder: '/public',
      isOptional: true,
    }),
  ];
}

function stackFields(): Field[] {
  return [
    { ...phpVersionField(t('PHP version')), start: '' },
    oneOf('stack', t('Web server'), stack, { start: 'hybrid' }),
    oneOf('stackMode', t('Mode'), stackMode, { start: 'production' }),
  ];
}

export const domainCreation: Creation = {
  endpoint: createDomain,
  fields: () => [
    domainName('name'),
    oneOf('type', t('Type'), domainDraft.shape.type, { start: 'alias' }),
    flag('www', t('Include www?'), { isOn: false }),
    oneOf('redirection', t('Redirection'), domainDraft.shape.redirection, { start: 'none' }),
  ],
  // Reads return 0 or 1, writes take a boolean (observed).
  fromContent: ({ www, ...content }) => ({
    ...content,
    ...omitMissing({ www: typeof www === 'number' ? www !== 0 : www }),
  }),
};

const { provider, authorizationMethod, environment } = sslDraft.shape;

export const sslCreation = {
  endpoint: applySsl,
  fields: () => [
    oneOf('provider', t('Certificate provider'), provider, { start: 'letsencrypt' }),
    oneOf('authorizationMethod', t('Domain validation'), authorizationMethod, { start: 'http-01' }),
    oneOf('environment', t('Certificate environment'), environment, { start: 'live' }),
    flag('enableHttp', t('Allow plain HTTP?')),
    flag('enableHsts', t('Enforce HTTPS in browsers (HSTS)?'), { isOn: false }),
    flag('autoSSL', t('Install certificates automatically (auto SSL)?'), { isOn: false }),
    flag('advancedSSL', t('Separate certificate for each domain (advanced SSL)?')),
  ],
} satisfies Creation;

/** The firewall of a web application (API §2.10; setting it up is observed). */
export const wafCreation: Creation = {
  endpoint: createWaf,
  fields: () => [
    flag('isEnabled', t('Enable the web application firewall?')),
    oneNumberOf('paranoia', t('Paranoia level'), [1, 2, 3, 4], { start: 1, isOptional: true }),
    integer('anomaly', t('Anomaly threshold'), { start: 5, value: '5', isOptional: true }),
    {
      type: 'switches',
      name: 'rulesExclusion',
      prompt: t('Software whose rules are excluded'),
      options: () =>
        Object.entries(softwareNames).map(([name, label]) => ({ name, label, isOn: false })),
    },
  ],
};

/** The hub cache of a web application (API §2.11; setting it up is observed). */
export const hubCacheCreation: Creation = {
  endpoint: createHubCache,
  fields: () => [
    oneOf('cacheType', t('Cache type'), hubCacheDraft.shape.cacheType, { start: 'native' }),
    flag('redisObjectCache', t('Object cache in Redis?'), { isOn: false }),
    integer('cacheFolderSize', t('Cache folder size'), {
      start: 256,
      value: '256',
      isOptional: true,
    }),
    oneNumberOf('cacheValidMinute', t('Page lifetime in minutes'), [30, 10, 60, 240, 1440], {
      start: 30,
      isOptional: true,
    }),
  ],
  fromContent: ({ nginxCacheType, cacheFolderSize, cacheValidMinute }) =>
    omitMissing({ cacheType: nginxCacheType, cacheFolderSize, cacheValidMinute }),
  toRead: ({ cacheType, ...body }) => ({ ...body, ...omitMissing({ nginxCacheType: cacheType }) }),
};
