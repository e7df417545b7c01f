import { createAtomicProject } from '../../api/contract/atomicProject';
import { createCronJob, cronJobDraft } from '../../api/contract/cronJob';
import { createDatabase } from '../../api/contract/database';
import { createDatabaseUser } from '../../api/contract/databaseUser';
import { createDomain } from '../../api/contract/domain';
import { applySsl } from '../../api/contract/domainSsl';
import type { Endpoint } from '../../api/contract/endpoint';
import { createFirewallRule } from '../../api/contract/firewallRule';
import { createHubCache } from '../../api/contract/hubCache';
import { createIntegration } from '../../api/contract/integration';
import { createServer } from '../../api/contract/server';
import { createSshKey } from '../../api/contract/ssh';
import { createSupervisorJob } from '../../api/contract/supervisorJob';
import { createSystemUser } from '../../api/contract/systemUser';
import { createWaf } from '../../api/contract/waf';
import { createCustomWebApplication } from '../../api/contract/webApplication';
import { type JsonObject, type JsonValue, pick } from '../../shared/json';
import type { KindId } from '../kinds/kind';

/** A secret that creating needs; it is asked for and never in the text. */
export interface SecretMember {
  readonly name: string;
  readonly isOptional: boolean;
  /** Whether one can be made up; a key of another service can't. */
  readonly isGenerated: boolean;
}

/** How a new resource of a kind comes about. */
export interface Creation {
  readonly endpoint: Endpoint;
  /** What a draft starts from. */
  readonly defaults: JsonObject;
  /** A draft's content from an existing resource's document, where it is not the same fields. */
  readonly fromContent?: (content: JsonObject) => JsonObject;
  readonly secrets?: readonly SecretMember[];
}

const generatedPassword: SecretMember = { name: 'password', isOptional: false, isGenerated: true };

/** Every kind that can be created (reference §4 endpoints 2, 3, 4, 6, 8, 10, 17, 19; the rest observed). */
export const creations: Readonly<Partial<Record<KindId, Creation>>> = {
  server: {
    endpoint: createServer,
    defaults: {
      name: '',
      ipAddress: '',
      provider: 'digitalocean',
      webServerType: 'nginx',
      installationType: 'native',
      databaseType: 'mariadb',
    },
    // The web server is read as `stack` (reference §2.1); the address has to be another one.
    fromContent: ({ name, provider, stack }) => ({
      ...present({ name, provider, webServerType: stack }),
      ipAddress: '',
    }),
  },
  webApplication: {
    endpoint: createCustomWebApplication,
    defaults: { name: '', phpVersion: 'php83', stack: 'hybrid', stackMode: 'production' },
  },
  domain: { endpoint: createDomain, defaults: { name: '', www: false, redirection: 'none' } },
  ssl: {
    endpoint: applySsl,
    defaults: {
      advancedSSL: false,
      autoSSL: false,
      provider: 'letsencrypt',
      enableHttp: true,
      enableHsts: false,
      authorizationMethod: 'http-01',
      environment: 'live',
    },
  },
  waf: { endpoint: createWaf, defaults: { isEnabled: true, paranoia: 1, anomaly: 5 } },
  hubCache: {
    endpoint: createHubCache,
    defaults: { cacheType: 'native', cacheFolderSize: 256, cacheValidMinute: 30 },
    fromContent: ({ nginxCacheType, cacheFolderSize, cacheValidMinute }) =>
      present({ cacheType: nginxCacheType, cacheFolderSize, cacheValidMinute }),
  },
  cronJob: {
    endpoint: createCronJob,
    defaults: {
      label: '',
      username: '',
      command: '',
      minute: '0',
      hour: '3',
      dayOfMonth: '*',
      month: '*',
      dayOfWeek: '*',
    },
    fromContent: (content) => pick(content, Object.keys(cronJobDraft.shape)),
  },
  supervisorJob: {
    endpoint: createSupervisorJob,
    defaults: {
      label: '',
      username: '',
      numprocs: 1,
      autoStart: true,
      autoRestart: true,
      binary: '',
      command: '',
    },
    // A command is read with its binary in front: with the binary again it would be there twice.
    fromContent: (content) => ({ binary: '', ...content }),
  },
  firewallRule: {
    endpoint: createFirewallRule,
    defaults: {
      type: 'rich',
      port: 443,
      protocol: 'tcp',
      ipAddress: '',
      firewallAction: 'accept',
    },
    // A port is read as a text and written as a number (reference §2.5).
    fromContent: ({ port, ...content }) => ({
      ...content,
      ...present({ port: typeof port === 'string' && /^\d+$/.test(port) ? Number(port) : port }),
    }),
  },
  sshKey: {
    endpoint: createSshKey,
    defaults: { label: '', username: '', publicKey: '', temporary: false },
    fromContent: ({ user, ...content }) => ({ ...content, ...present({ username: user }) }),
  },
  systemUser: {
    endpoint: createSystemUser,
    defaults: { username: '' },
    secrets: [{ ...generatedPassword, isOptional: true }],
  },
  database: { endpoint: createDatabase, defaults: { name: '' } },
  databaseUser: {
    endpoint: createDatabaseUser,
    defaults: { username: '' },
    secrets: [generatedPassword],
  },
  integration: {
    endpoint: createIntegration,
    defaults: { label: '', service: 'digitalocean', username: '', url: '', region: '' },
    secrets: [{ name: 'secret', isOptional: false, isGenerated: false }],
  },
  atomicProject: {
    endpoint: createAtomicProject,
    defaults: { name: '', autoDeploy: false, webApplication: 0 },
  },
};

/** What a draft of a kind starts from: defaults, or as much of a resource as can be created. */
export function toDraftContent(creation: Creation, source?: JsonObject): JsonObject {
  if (!source) return creation.defaults;
  const shape = (creation.endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  const secrets = (creation.secrets ?? []).map(({ name }) => name);
  const names = Object.keys(shape).filter((name) => !secrets.includes(name));
  const told = pick(creation.fromContent?.(source) ?? source, names);
  return { ...pick(creation.defaults, Object.keys(creation.defaults)), ...present(told) };
}

/** The members that are there and not null. */
function present(members: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  );
}
