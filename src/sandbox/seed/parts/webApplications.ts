import type {
  CacheConfiguration,
  Certificate,
  GitRepository,
  HubState,
  Installer,
  Waf,
  WafRule,
  WebApplicationState,
} from '../../state/webApplication';
import { seedDate, seedIsoDate } from '../dates';
import { childId } from '../ids';
import { fakeSecret } from '../secrets';
import { mainUser } from './access';
import { type DomainSeed, domains } from './domains';
import { logEntries } from './facts';
import { defaultPhpSettings } from './phpSettings';

interface WebApplicationSeed {
  readonly name: string;
  readonly type?: 'wordpress' | 'custom';
  readonly stack?: 'hybrid' | 'nativenginx' | 'customnginx';
  readonly stackMode?: 'production' | 'development';
  readonly phpVersion?: string;
  readonly defaultApp?: boolean;
  readonly domains: readonly DomainSeed[];
  readonly waf?: 'on' | 'off';
  /** Paths that rules of its firewall block. */
  readonly blockedPaths?: readonly string[];
  readonly cache?: 'on' | 'off';
  readonly cacheEngine?: number;
  readonly hub?: 'native' | 'sr';
  /** The repository it is deployed from. */
  readonly git?: string;
  /** The software installed on it, and its name. */
  readonly installer?: readonly [name: string, realName: string];
  /** The provider of the certificate that its domains share. */
  readonly sharedSsl?: 'letsencrypt' | 'custom';
}

/** The maximum number of domains of a seeded web application. */
const domainsPerApplication = 10;

function cacheConfiguration(id: number, enable: boolean): CacheConfiguration {
  return {
    id,
    status: 'Completed',
    apiKey: fakeSecret('cachekey', id),
    apiSecret: fakeSecret('cachesecret', id),
    cacheSettings: {
      cache_settings: { enable, page_cache_type: 'platform-native' },
      cdn_settings: { enable: false, cdn_type: '' },
      object_cache_settings: { enable, object_cache_type: enable ? 'redis' : '' },
    },
  };
}

function wafRules(id: number, paths: readonly string[]): WafRule[] {
  return paths.map((value, place) => ({
    id: id * 10 + place + 1,
    operation: 'block',
    field: 'uri',
    operator: 'eq',
    value,
    ruleId: 900_001 + place,
    isEnabled: true,
    created_at: seedIsoDate(200 + (id % 50)),
    updated_at: seedIsoDate(200 + (id % 50)),
  }));
}

function waf(id: number, isEnabled: boolean, rules: readonly WafRule[]): Waf {
  return {
    id,
    isEnabled,
    paranoia: isEnabled ? 2 : 1,
    anomaly: isEnabled ? 10 : 5,
    rulesExclusion: {
      drupal: false,
      wordpress: true,
      next_cloud: false,
      docu_wiki: false,
      xen_foro: false,
      magento: false,
    },
    rulesOrdering: rules.map((rule) => rule.id),
    created_at: seedIsoDate(200 + (id % 50)),
    updated_at: seedIsoDate(260 + (id % 50)),
  };
}

function hub(id: number, name: string, nginxCacheType: string): HubState {
  return {
    record: {
      id,
      web_application_id: id,
      nginxCacheType,
      cacheFolderSize: 512,
      cacheValidMinute: 60,
      cacheFolderPath: `/var/cache/hub/${name}`,
      cacheHeaderName: 'X-Hub-Cache',
      status: 'Completed',
      apiKey: fakeSecret('hubkey', id),
      apiSecret: fakeSecret('hubsecret', id),
      created_at: seedDate(210 + (id % 50)),
      updated_at: seedDate(270 + (id % 50)),
    },
    redisObjectCache: nginxCacheType === 'sr',
  };
}

function sharedCertificate(
  id: number,
  { name, sharedSsl }: WebApplicationSeed,
): Certificate | null {
  if (!sharedSsl) return null;
  return {
    id,
    method: sharedSsl,
    enableHttp: false,
    enableHsts: true,
    authorizationMethod: 'http-01',
    staging: false,
    validUntil: seedDate(7_300 + (id % 60)),
    renewalDate: seedDate(7_270 + (id % 60)),
    privateKey: fakeSecret('sharedprivatekey', id),
    certificate: `(the public certificate of ${name})`,
    created_at: seedDate(240 + (id % 60)),
  };
}

function installer(id: number, [name, realName]: readonly [string, string]): Installer {
  return { id, name, realName, created_at: seedDate(230 + (id % 50)) };
}

function gitRepository(id: number, repo: string): GitRepository {
  return {
    record: {
      id,
      provider: 'custom',
      gitHost: 'git.example.com',
      gitUser: 'git',
      branch: 'main',
      repositoryData: { url: `https://git.example.com/${repo}`, repo },
      autoDeploy: true,
      deployScript: 'git merge origin/main\ncomposer install --no-dev\n',
      created_at: seedDate(220 + (id % 50)),
    },
    pending: null,
  };
}

function webApplication(
  serverId: number,
  place: number,
  seed: WebApplicationSeed,
): WebApplicationState {
  const id = childId(serverId, place);
  const { name, type = 'wordpress', phpVersion = 'php83' } = seed;
  const rules = wafRules(id, seed.blockedPaths ?? []);
  const rootPath = `/home/${mainUser}/webapps/${name}`;
  return {
    record: {
      id,
      server_user_id: childId(serverId, 0),
      name,
      rootPath,
      publicPath: type === 'custom' ? `${rootPath}/public` : rootPath,
      phpVersion,
      stack: seed.stack ?? 'hybrid',
      stackMode: seed.stackMode ?? 'production',
      type,
      defaultApp: seed.defaultApp ?? null,
      alias: null,
      pullKey1: fakeSecret('pullkey1', id),
      pullKey2: fakeSecret('pullkey2', id),
      created_at: seedDate(100 + serverId + place),
    },
    settings: { phpVersion, ...defaultPhpSettings },
    domains: domains(childId(serverId, place * domainsPerApplication), seed.domains),
    cache: seed.cache ? cacheConfiguration(id, seed.cache === 'on') : null,
    waf: seed.waf ? waf(id, seed.waf === 'on', rules) : null,
    hub: seed.hub ? hub(id, name, seed.hub) : null,
    wordpress: { disableWpCron: false, wpDebug: false },
    installer: seed.installer ? installer(id, seed.installer) : null,
    git: seed.git ? gitRepository(id, seed.git) : null,
    ssl: { advanced: null, auto: false, certificate: sharedCertificate(id, seed) },
    wafRules: rules,
    cacheEngine: seed.cacheEngine ?? 1,
    log: logEntries(serverId, [
      ['Info', `Web application ${name} was created`],
      ['Warning', `PHP of ${name} reached its memory limit once`],
    ]),
  };
}

/** The web applications of a server. */
export function webApplications(
  serverId: number,
  seeds: readonly WebApplicationSeed[],
): WebApplicationState[] {
  return seeds.map((seed, place) => webApplication(serverId, place, seed));
}
