import type {
  CacheConfiguration,
  HubState,
  Waf,
  WebApplicationState,
} from '../../state/webApplication';
import { seedDate, seedIsoDate } from '../dates';
import { childId } from '../ids';
import { fakeSecret } from '../secrets';
import { mainUser } from './access';
import { type DomainSeed, domains } from './domains';
import { logEntries } from './facts';

/** A web application of a seeded server. */
export interface WebApplicationSeed {
  readonly name: string;
  readonly type?: 'wordpress' | 'custom';
  readonly stack?: 'hybrid' | 'nativenginx' | 'customnginx';
  readonly stackMode?: 'production' | 'development';
  readonly phpVersion?: string;
  readonly defaultApp?: boolean;
  readonly domains: readonly DomainSeed[];
  readonly waf?: 'on' | 'off';
  readonly cache?: 'on' | 'off';
  readonly hub?: 'native' | 'sr';
}

/** How many domains a seeded web application can have. */
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

function waf(id: number, isEnabled: boolean): Waf {
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
    rulesOrdering: [],
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

/** The settings of a web application that nobody has changed. */
export function defaultSettings(phpVersion: string): WebApplicationState['settings'] {
  return {
    phpVersion,
    timezone: 'UTC',
    memoryLimit: 256,
    maxExecutionTime: 30,
    uploadMaxFilesize: 256,
    disableFunctions: 'exec,passthru,shell_exec,system',
    clickjackingProtection: true,
    xssProtection: true,
  };
}

function webApplication(
  serverId: number,
  place: number,
  seed: WebApplicationSeed,
): WebApplicationState {
  const id = childId(serverId, place);
  const { name, type = 'wordpress', phpVersion = 'php83' } = seed;
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
    settings: defaultSettings(phpVersion),
    domains: domains(childId(serverId, place * domainsPerApplication), seed.domains),
    cache: seed.cache ? cacheConfiguration(id, seed.cache === 'on') : null,
    waf: seed.waf ? waf(id, seed.waf === 'on') : null,
    hub: seed.hub ? hub(id, name, seed.hub) : null,
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
