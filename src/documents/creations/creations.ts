import type { Option } from '../../base/questions';
import { type Creation, omitMissing } from './creation';
import {
  domainCreation,
  hubCacheCreation,
  sslCreation,
  wafCreation,
  webApplicationCreation,
} from './webApplications';
import { isObject, type JsonObject, type JsonValue, pick, omit } from '../../base/json';
import type { KindId } from '../../resources/kinds/kinds';
import {
  flag,
  foreignSecret,
  oneOf,
  resourceId,
  unlike,
  systemUserName,
  text,
  password,
  userName,
  integer,
} from './fields';
import { connectGitRepository, gitRepositoryDraft } from '../../api/contract/git';
import { createServer, serverDraft } from '../../api/contract/server';
import { isIp, isIpOrRange } from '../../resources/network/ipRange';
import { createAtomicProject } from '../../api/contract/atomicProject';
import { examplesOf } from '../../api/contract/fields';
import { createIntegration, integrationDraft } from '../../api/contract/integration';
import { t } from '../../base/l10n';
import { createFirewallRule, firewallRuleDraft } from '../../api/contract/firewallRule';
import { createSshKey } from '../../api/contract/ssh';
import { isPortOrRange } from '../../resources/network/ports';
import { toUserName } from '../../resources/lockOut/logins';
import {
  createDatabase,
  readCollations,
  readMariadbCollations,
  readMysqlCollations,
} from '../../api/contract/database';
import { createDatabaseUser } from '../../api/contract/databaseUser';
import { createSystemUser } from '../../api/contract/systemUser';
import type { FieldContext } from './field';
import type { Endpoint } from '../../api/contract/endpoint';
import { ifMissing } from '../../api/errors';
import type { ResourceStore } from '../../resources/store/resourceStore';
import { type Target, idsOf } from '../../resources/reference';
import { createCronJob, cronJobDraft } from '../../api/contract/cronJob';
import { createSupervisorJob, readSupervisorBinaries } from '../../api/contract/supervisorJob';
import { splitTime } from '../../resources/cron/cronSchedule';

const { type, protocol, firewallAction } = firewallRuleDraft.shape;

const firewallRuleCreation: Creation = {
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
    },
  ],
  // Only rich rules have an address or another action than to accept.
  toBody: (values) => {
    if ('type' in values) return values;
    return values['ipAddress'] === undefined && values['firewallAction'] === 'accept'
      ? { type: 'global', ...omit(values, ['firewallAction']) }
      : { type: 'rich', ...values };
  },
  // Reads return a port as a string, writes take a number (API §2.5); a global rule has neither
  // address nor action.
  fromContent: ({ port, ...content }) => ({
    ...content,
    ...(isRich(content) ? {} : { ipAddress: null, firewallAction: null }),
    ...omitMissing({ port: typeof port === 'string' ? toPort(port) : port }),
  }),
};

const sshKeyCreation: Creation = {
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
};

function toPort(typed: string): number | string {
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

function isRich({ type: chosen }: { type?: unknown }): boolean {
  return chosen !== 'global';
}

const integrationCreation: Creation = {
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
};

/** A read returns a name, such as "Digital Ocean"; a write requires its code (observed). */
function toServiceCode(service: JsonValue | undefined): string {
  if (typeof service !== 'string') return '';
  const code = service.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return examplesOf(integrationDraft.shape.service).includes(code) ? code : '';
}

const atomicProjectCreation: Creation = {
  endpoint: createAtomicProject,
  fields: () => [
    text('name', t('Name of the project'), { start: '' }),
    // The list lacks those of servers that weren't listed yet.
    { ...resourceId('webApplication', t('Web application to deploy to')), isOpen: true },
    flag('autoDeploy', t('Deploy automatically on push?'), { isOn: false }),
  ],
};

const { provider, webServerType, installationType, databaseType } = serverDraft.shape;

const serverCreation: Creation = {
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
};

/** True for providers without a host of their own: the repository's is asked for. */
function hasOwnHost({ provider: chosen }: JsonObject): boolean {
  return chosen === 'custom' || chosen === 'selfhostedgitlab';
}

const gitRepositoryCreation: Creation = {
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
};

const systemUserCreation: Creation = {
  endpoint: createSystemUser,
  fields: () => [userName('username', t('User name')), password({ isOptional: true })],
};

const databaseCreation: Creation = {
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
};

const databaseUserCreation: Creation = {
  endpoint: createDatabaseUser,
  fields: () => [userName('username', t('User name')), password()],
};

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

/** A cron job (API §2.3, §4 endpoint 4). Reads have `time`, writes have five fields. */
const cronJobCreation: Creation = {
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
};

function noExecutable(): Option {
  return { value: '', label: t('none (part of the command)') };
}

const supervisorJobCreation: Creation = {
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
        const answer = await client.perform(target, readSupervisorBinaries, undefined, { signal });
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
};

/** API §4 endpoints 2, 3, 4, 6, 8, 10, 17, 19; the rest is observed. */
export const creations: Readonly<Partial<Record<KindId, Creation>>> = {
  server: serverCreation,
  webApplication: webApplicationCreation,
  gitRepository: gitRepositoryCreation,
  domain: domainCreation,
  ssl: sslCreation,
  waf: wafCreation,
  hubCache: hubCacheCreation,
  cronJob: cronJobCreation,
  supervisorJob: supervisorJobCreation,
  firewallRule: firewallRuleCreation,
  sshKey: sshKeyCreation,
  systemUser: systemUserCreation,
  database: databaseCreation,
  databaseUser: databaseUserCreation,
  integration: integrationCreation,
  atomicProject: atomicProjectCreation,
};

export function creationFor(kind: KindId, content: JsonObject = {}): Creation | undefined {
  const usual = creations[kind];
  return usual?.variants?.find(({ fits }) => fits(content)) ?? usual;
}
