import { type Creation, type CreationVariant, omitMissing } from './creation';
import {
  type Field,
  type Setting,
  type SettingsField,
  type FieldContext,
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
  foreignSecret,
  systemUserName,
} from './fields';
import { createDomain, domainDraft } from '../../api/contract/domain';
import { applySsl, sslDraft } from '../../api/contract/ssl';
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
import { pick, isObject, type JsonObject, type JsonValue, omit } from '../../base/json';
import { belowRoot } from '../../resources/kinds/webApplication';
import { softwareNames } from '../../resources/kinds/waf';
import { t } from '../../base/l10n';
import type { Option } from '../../base/questions';
import type { KindId } from '../../resources/kinds/kinds';
import { connectGitRepository, gitRepositoryDraft } from '../../api/contract/git';
import { createServer, serverDraft } from '../../api/contract/server';
import { isIp, isIpOrRange } from '../../resources/network/ipRange';
import { createAtomicProject } from '../../api/contract/atomicProject';
import { examplesOf } from '../../api/contract/fields';
import { createIntegration, integrationDraft } from '../../api/contract/integration';
import { createFirewallRule, firewallRuleDraft } from '../../api/contract/firewallRule';
import { createSshKey } from '../../api/contract/ssh';
import { isPortOrRange } from '../../resources/network/ports';
import { toUserName } from '../../resources/lockOut/findLockOuts';
import { describeRule, readRules } from '../../resources/lockOut/whoGetsIn';
import {
  createDatabase,
  readCollations,
  readMariadbCollations,
  readMysqlCollations,
} from '../../api/contract/database';
import { createDatabaseUser } from '../../api/contract/databaseUser';
import { createSystemUser } from '../../api/contract/systemUser';
import type { Endpoint } from '../../api/contract/endpoint';
import { ifMissing } from '../../api/errors';
import type { ResourceStore } from '../../resources/store/resourceStore';
import { type Target, idsOf } from '../../resources/reference';
import { createCronJob, cronJobDraft } from '../../api/contract/cronJob';
import { createSupervisorJob, readSupervisorBinaries } from '../../api/contract/supervisorJob';
import { splitTime } from '../../resources/cron/cronSchedule';

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

const certificate = sslDraft.shape;

export const sslCreation = {
  endpoint: applySsl,
  fields: () => [
    oneOf('provider', t('Certificate provider'), certificate.provider, { start: 'letsencrypt' }),
    oneOf('authorizationMethod', t('Domain validation'), certificate.authorizationMethod, {
      start: 'http-01',
    }),
    oneOf('environment', t('Certificate environment'), certificate.environment, { start: 'live' }),
    flag('enableHttp', t('Allow plain HTTP?')),
    flag('enableHsts', t('Enforce HTTPS in browsers (HSTS)?'), { isOn: false }),
    flag('autoSSL', t('Install certificates automatically (auto SSL)?'), { isOn: false }),
    flag('advancedSSL', t('Separate certificate for each domain (advanced SSL)?')),
  ],
} satisfies Creation;

const { type, protocol, firewallAction } = firewallRuleDraft.shape;

function toPort(typed: string): number | string {
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

/** Only rich rules have an address or another action than to accept. */
function toRule(values: JsonObject): JsonObject {
  if ('type' in values) return values;
  return values['ipAddress'] === undefined && values['firewallAction'] === 'accept'
    ? { type: 'global', ...omit(values, ['firewallAction']) }
    : { type: 'rich', ...values };
}

function isRich({ type: chosen }: { type?: unknown }): boolean {
  return chosen !== 'global';
}

/** A read returns a name, such as "Digital Ocean"; a write requires its code (observed). */
function toServiceCode(service: JsonValue | undefined): string {
  if (typeof service !== 'string') return '';
  const code = service.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return examplesOf(integrationDraft.shape.service).includes(code) ? code : '';
}

const { provider, webServerType, installationType, databaseType } = serverDraft.shape;

/** True for providers without a host of their own: the repository's is asked for. */
function hasOwnHost({ provider: chosen }: JsonObject): boolean {
  return chosen === 'custom' || chosen === 'selfhostedgitlab';
}

/** Collations of the server's engine if its services are known, otherwise of both engines. */
async function readCollationNames(
  { client, store }: FieldContext,
  target: Target,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const read = async (endpoint: Endpoint): Promise<readonly string[]> => {
    const reading = client.perform(target, endpoint, undefined, { signal });
    return (await reading.catch(ifMissing([]))) as string[];
  };
  const lists = await Promise.all(findLists(store, target).map(read));
  const found = lists.some((list) => list.length > 0) ? lists.flat() : await read(readCollations);
  return [...new Set(found)].toSorted().map((value) => ({ value, label: value }));
}

function findLists(store: Pick<ResourceStore, 'peek'>, target: Target): readonly Endpoint[] {
  const parents = idsOf(target).slice(0, 1);
  const services = { account: target.account, kind: 'service', parents } as const;
  const names = (store.peek(services)?.items ?? []).map(({ id }) => String(id).toLowerCase());
  const lists = { mysql: readMysqlCollations, mariadb: readMariadbCollations };
  const known = Object.entries(lists).filter(([name]) => names.some((each) => each.includes(name)));
  return (known.length === 1 ? known : Object.entries(lists)).map(([, list]) => list);
}

function noExecutable(): Option {
  return { value: '', label: t('none (part of the command)') };
}

/** API §4 endpoints 2, 3, 4, 6, 8, 10, 17, 19; the rest is observed. */
export const creations: Readonly<Partial<Record<KindId, Creation>>> = {
  server: {
    endpoint: createServer,
    fields: () => [
      text('name', t('Name of the server'), { start: '' }),
      text('ipAddress', t('IP address of the server'), {
        start: '',
        placeholder: '203.0.113.10',
        validate: (value) =>
          isIp(value) ? undefined : t('Enter an IPv4 or IPv6 address, such as 203.0.113.10.'),
      }),
      oneOf('provider', t('Hosting provider'), provider, { start: 'digitalocean' }),
      oneOf('webServerType', t('Web server'), webServerType, { start: 'nginx' }),
      oneOf('installationType', t('Installation type'), installationType, { start: 'native' }),
      oneOf('databaseType', t('Database'), databaseType, { start: 'mariadb' }),
    ],
    // Reads return the web server as `stack` (API §2.1); the address must be a different one.
    fromContent: ({ name, provider: at, stack }) => ({
      ...omitMissing({ name, provider: at, webServerType: stack }),
      ipAddress: '',
    }),
    toRead: ({ webServerType: stack, ...body }) => ({ ...body, ...omitMissing({ stack }) }),
  },
  webApplication: webApplicationCreation,
  gitRepository: {
    endpoint: connectGitRepository,
    fields: () => [
      oneOf('provider', t('Git provider'), gitRepositoryDraft.shape.provider, { start: 'github' }),
      text('repository', t('Repository'), {
        start: '',
        placeholder: 'owner/repository',
        warn: unlike(
          /^[^\s/:]+(\/[^\s/:]+)+$/,
          t('Enter a repository such as owner/repository, without spaces or https://.'),
        ),
      }),
      text('branch', t('Branch'), {
        start: 'main',
        value: 'main',
        warn: unlike(/^\S*$/, t("Branches can't contain spaces.")),
      }),
      text('gitHost', t('Host of the repository'), {
        placeholder: 'git.example.com',
        when: hasOwnHost,
      }),
      text('gitUser', t('User of the repository'), { value: 'git', when: hasOwnHost }),
    ],
    fromContent: ({ repositoryData, ...content }) => ({
      ...content,
      ...omitMissing({ repository: isObject(repositoryData) ? repositoryData['repo'] : undefined }),
    }),
    // A read returns the repository in another form.
    toRead: (body) => pick(body, ['provider', 'branch', 'gitHost', 'gitUser']),
  },
  domain: {
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
  },
  ssl: sslCreation,
  /** The firewall of a web application (API §2.10; setting it up is observed). */
  waf: {
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
  },
  /** The hub cache of a web application (API §2.11; setting it up is observed). */
  hubCache: {
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
    toRead: ({ cacheType, ...body }) => ({
      ...body,
      ...omitMissing({ nginxCacheType: cacheType }),
    }),
  },
  /** A cron job (API §2.3, §4 endpoint 4). Reads have `time`, writes have five fields. */
  cronJob: {
    endpoint: createCronJob,
    fields: () => [
      text('label', t('Name of the cron job'), { start: '' }),
      {
        type: 'schedule',
        name: 'time',
        prompt: t('Schedule'),
        start: '0 3 * * *',
        when: ({ minute }) => minute === undefined,
      },
      systemUserName(t('System user that runs it')),
      text('command', t('Command'), {
        start: '',
        placeholder: '/usr/bin/php /home/runner/task.php',
      }),
    ],
    toBody: (values) =>
      typeof values['time'] === 'string'
        ? { ...omit(values, ['time']), ...splitTime(values['time']) }
        : values,
    // A schedule that doesn't consist of five fields can't be created, and no default replaces it.
    fromContent: (content) => ({
      ...('time' in content ? splitTime('') : {}),
      ...pick(content, Object.keys(cronJobDraft.shape)),
    }),
  },
  supervisorJob: {
    endpoint: createSupervisorJob,
    reads: [readSupervisorBinaries],
    fields: () => [
      text('label', t('Name of the supervisor job'), { start: '' }),
      systemUserName(t('System user that runs it')),
      {
        type: 'choice',
        name: 'binary',
        prompt: t('Executable (the command comes next)'),
        start: '',
        isOpen: true,
        options: async ({ client }, target, signal) => {
          const answer = await client.perform(target, readSupervisorBinaries, undefined, {
            signal,
          });
          return (answer as string[]).map((value) =>
            value === '' ? noExecutable() : { value, label: value },
          );
        },
        unread: () => [noExecutable()],
      },
      text('command', t('Command, or arguments of the executable'), { start: '' }),
      integer('numprocs', t('Number of processes'), { start: 1, value: '1' }),
      flag('autoStart', t('Start automatically with the server?')),
      flag('autoRestart', t('Restart automatically when it exits?')),
    ],
    // Reads prefix the command with its binary: sending the binary again would duplicate it.
    fromContent: (content) => ({ binary: '', ...content }),
    toRead: ({ binary, command, ...body }) => ({
      ...body,
      command: [binary, command]
        .filter((part) => typeof part === 'string')
        .join(' ')
        .trim(),
    }),
  },
  firewallRule: {
    endpoint: createFirewallRule,
    fields: () => [
      // It follows from the other answers.
      oneOf('type', t('Source'), type, { start: 'rich', when: () => false }),
      text('port', t('Port, or a range such as 8000-8999'), {
        start: 443,
        placeholder: '443',
        validate: (value) =>
          isPortOrRange(value)
            ? undefined
            : t('Type a port from 1 to 65535, or a range such as 8000-8999.'),
        parse: toPort,
      }),
      {
        type: 'choice',
        name: 'ipAddress',
        prompt: t('Source: an IP address, or a range such as 192.0.2.0/24'),
        start: '',
        when: isRich,
        isOpen: true,
        options: () => [{ label: t('Anywhere') }],
        validate: (value) =>
          value === '' || isIpOrRange(value)
            ? undefined
            : t('Type an IP address, or a range such as 192.0.2.0/24.'),
      },
      {
        type: 'settings',
        prompt: t('Protocol and action'),
        fields: [
          oneOf('protocol', t('Protocol'), protocol, { start: 'tcp' }),
          oneOf('firewallAction', t('Action'), firewallAction, { start: 'accept', when: isRich }),
        ],
        explain: async (values, { store, guard }, target, signal) => {
          const others = await readRules(store, target, { signal }).catch(() => undefined);
          return describeRule(toRule(values), others, guard.sshPortOf(target));
        },
      },
    ],
    toBody: toRule,
    // Reads return a port as a string, writes take a number (API §2.5); a global rule has neither
    // address nor action.
    fromContent: ({ port, ...content }) => ({
      ...content,
      ...(isRich(content) ? {} : { ipAddress: null, firewallAction: null }),
      ...omitMissing({ port: typeof port === 'string' ? toPort(port) : port }),
    }),
  },
  sshKey: {
    endpoint: createSshKey,
    fields: () => [
      text('label', t('Name of the key'), { start: '' }),
      systemUserName(t('System user this key logs in as')),
      text('publicKey', t('Public key'), {
        start: '',
        placeholder: 'ssh-ed25519 AAAA…',
        warn: unlike(
          /^(ssh|ecdsa|sk)-\S+ \S+/,
          t('Paste the content of a .pub file: it starts with ssh-, ecdsa- or sk-.'),
        ),
      }),
      flag('temporary', t('Temporary?'), { isOn: false }),
    ],
    fromContent: ({ user, ...content }) => ({
      ...content,
      ...omitMissing({ username: toUserName(user) }),
    }),
  },
  systemUser: {
    endpoint: createSystemUser,
    fields: () => [userName('username', t('User name')), password({ isOptional: true })],
  },
  database: {
    endpoint: createDatabase,
    fields: () => [
      text('name', t('Name of the database'), { start: '' }),
      {
        type: 'choice',
        name: 'collation',
        prompt: t('Collation'),
        isOpen: true,
        isOptional: true,
        unread: () => [{ label: t('Use the Default') }],
        options: async (...from) => [
          { label: t('Use the Default') },
          ...(await readCollationNames(...from)),
        ],
      },
    ],
    reads: [readMysqlCollations, readMariadbCollations, readCollations],
  },
  databaseUser: {
    endpoint: createDatabaseUser,
    fields: () => [userName('username', t('User name')), password()],
  },
  integration: {
    endpoint: createIntegration,
    fields: () => [
      text('label', t('Name of the integration'), { start: '' }),
      oneOf('service', t('Service'), integrationDraft.shape.service, { start: 'digitalocean' }),
      text('username', t('User name or access key (optional)'), { start: '', isOptional: true }),
      foreignSecret(),
      text('url', t('Endpoint URL (optional)'), { start: '', isOptional: true }),
      text('region', t('Region (optional)'), { start: '', isOptional: true }),
    ],
    fromContent: ({ service, ...content }) => ({ ...content, service: toServiceCode(service) }),
  },
  atomicProject: {
    endpoint: createAtomicProject,
    fields: () => [
      text('name', t('Name of the project'), { start: '' }),
      // The list lacks those of servers that weren't listed yet.
      { ...resourceId('webApplication', t('Web application to deploy to')), isOpen: true },
      flag('autoDeploy', t('Deploy automatically on push?'), { isOn: false }),
    ],
  },
};

export function creationFor(kind: KindId, content: JsonObject = {}): Creation | undefined {
  const usual = creations[kind];
  return usual?.variants?.find(({ fits }) => fits(content)) ?? usual;
}
