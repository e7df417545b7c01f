import type { Action } from '../action';
import { asResource } from '../field';
import { creation } from './creation';
import { deletion } from './deletion';
import { flag, oneNumberOf, oneOf, text } from './fields';
import { orLeave } from './orLeave';
import {
  preloadCache,
  readCacheConfiguration,
  updateCacheConfiguration,
} from '../../../api/contract/cacheConfiguration';
import { createDomain, deleteDomain, domainDraft } from '../../../api/contract/domain';
import {
  applySsl,
  deleteSsl,
  readSsl,
  redeploySsl,
  sslDraft,
} from '../../../api/contract/domainSsl';
import {
  createHubCache,
  deleteHubCache,
  hubCacheDraft,
  hubCachePatch,
  readHubCache,
  updateHubCache,
} from '../../../api/contract/hubCache';
import type { Endpoint } from '../../../api/contract/endpoint';
import { createWaf, readWaf, updateWaf } from '../../../api/contract/waf';
import {
  createCustomWebApplication,
  createWordPressWebApplication,
  deleteWebApplication,
  webApplicationDraft,
} from '../../../api/contract/webApplication';
import { isObject } from '../../../shared/json';
import type { Translate } from '../../../shared/translate';

/** What can be done with web applications and their domains. */
export const webApplicationActions: readonly Action[] = [
  creation(
    'serverManagement.createWebApplication',
    'webApplication',
    createCustomWebApplication,
    webApplicationFields,
  ),
  creation(
    'serverManagement.createWordPress',
    'webApplication',
    createWordPressWebApplication,
    webApplicationFields,
  ),
  deletion('webApplication', deleteWebApplication, {
    detail: (t) => t('Its files and settings on the server are lost. This cannot be undone.'),
  }),
  creation('serverManagement.createDomain', 'domain', createDomain, (t) => [
    text('name', t('Name of the domain'), t, { placeholder: 'www.example.org' }),
    oneOf('type', t('Type'), domainDraft.shape.type),
    flag('www', t('Answer under www, too?'), t, { isOn: false }),
    oneOf('redirection', t('Redirection'), domainDraft.shape.redirection),
  ]),
  deletion('domain', deleteDomain),
  ...sslActions(),
  ...cacheActions(),
];

function webApplicationFields(t: Translate): ReturnType<NonNullable<Action['fields']>> {
  const { stack, stackMode } = webApplicationDraft.shape;
  return [
    text('name', t('Name of the web application'), t),
    text('phpVersion', t('PHP version; leave it empty for the default'), t, {
      placeholder: 'php83',
      isOptional: true,
    }),
    oneOf('stack', t('Stack'), stack),
    oneOf('stackMode', t('Mode'), stackMode),
  ];
}

/** Certificates of domains (reference §2.7). */
function sslActions(): Action[] {
  const withCertificate =
    (endpoint: Endpoint): NonNullable<Action['toCall']> =>
    async ({ client, t }, target, _values, signal) => {
      const { id } = await client.read(asResource(target), { signal });
      if (typeof id !== 'number') throw new Error(t('The domain has no certificate.'));
      return { endpoint, path: { sslId: id } };
    };
  return [
    {
      command: 'serverManagement.applySsl',
      place: { resource: 'ssl' },
      endpoint: applySsl,
      fields: (t) => [
        oneOf('provider', t('Certificate provider'), sslDraft.shape.provider),
        oneOf('authorizationMethod', t('Challenge'), sslDraft.shape.authorizationMethod),
        oneOf('environment', t('Certificate environment'), sslDraft.shape.environment),
        flag('enableHttp', t('Answer over plain HTTP, too?'), t),
        flag('enableHsts', t('Tell browsers to come back over HTTPS only (HSTS)?'), t, {
          isOn: false,
        }),
        flag('autoSSL', t('Automatic certificates (auto SSL)?'), t, { isOn: false }),
        flag('advancedSSL', t('Settings for each domain (advanced SSL)?'), t),
      ],
      doing: (what, t) => t('Applying SSL settings: {0}', what),
      effect: 'resource',
    },
    {
      command: 'serverManagement.renewSsl',
      place: { resource: 'ssl' },
      endpoint: redeploySsl,
      reads: [readSsl],
      toCall: withCertificate(redeploySsl),
      doing: (what, t) => t('Asking for a new certificate: {0}', what),
      effect: 'resource',
    },
    deletion('ssl', deleteSsl, {
      toCall: withCertificate(deleteSsl),
      effect: 'resource',
      detail: (t) => t('The domain answers without a certificate then.'),
    }),
  ];
}

/** Caches and the firewall of a web application (reference §2.9 to §2.11). */
function cacheActions(): Action[] {
  return [
    {
      command: 'serverManagement.switchCache',
      place: { resource: 'cacheConfiguration' },
      endpoint: updateCacheConfiguration,
      reads: [readCacheConfiguration],
      fields: (t) => [
        {
          type: 'switches',
          prompt: t('Caches that are on'),
          options: async ({ client }, target, signal) => {
            const { cacheSettings } = await client.read(asResource(target), { signal });
            const isOn = (group: string): boolean => {
              const members = isObject(cacheSettings) ? cacheSettings[group] : undefined;
              return isObject(members) && members['enable'] === true;
            };
            return [
              { name: 'pageCacheEnabled', label: t('Page'), isOn: isOn('cache_settings') },
              {
                name: 'objectCacheEnabled',
                label: t('Object'),
                isOn: isOn('object_cache_settings'),
              },
              { name: 'cdnEnabled', label: t('CDN'), isOn: isOn('cdn_settings') },
            ];
          },
        },
      ],
      doing: (_name, t) => t('Switching the caches'),
      effect: 'resource',
    },
    {
      command: 'serverManagement.preloadCache',
      place: { resource: 'cacheConfiguration' },
      endpoint: preloadCache,
      doing: (_name, t) => t('Filling the page cache'),
      effect: 'none',
    },
    {
      command: 'serverManagement.createWaf',
      place: { resource: 'waf' },
      endpoint: createWaf,
      toCall: () => ({ endpoint: createWaf, body: { isEnabled: true } }),
      doing: (_name, t) => t('Setting up the web application firewall'),
      effect: 'resource',
    },
    {
      command: 'serverManagement.switchWaf',
      place: { resource: 'waf' },
      endpoint: updateWaf,
      reads: [readWaf],
      fields: (t) => [
        {
          type: 'switches',
          prompt: t('Web application firewall'),
          options: async ({ client }, target, signal) => {
            const { isEnabled } = await client.read(asResource(target), { signal });
            return [{ name: 'isEnabled', label: t('On'), isOn: isEnabled === true }];
          },
        },
      ],
      caution: {
        when: ({ isEnabled }) => isEnabled === false,
        question: (_name, t) => t('Switch the web application firewall off?'),
        detail: (t) => t('Requests reach the web application without being looked at.'),
        button: (t) => t('Switch Off'),
      },
      doing: (_name, t) => t('Switching the web application firewall'),
      effect: 'resource',
    },
    {
      command: 'serverManagement.createHubCache',
      place: { resource: 'hubCache' },
      endpoint: createHubCache,
      fields: (t) => [
        oneOf('cacheType', t('Cache type'), hubCacheDraft.shape.cacheType),
        flag('redisObjectCache', t('Object cache in Redis?'), t, { isOn: false }),
      ],
      doing: (_name, t) => t('Setting up the hub cache'),
      effect: 'resource',
    },
    {
      command: 'serverManagement.changeHubCache',
      place: { resource: 'hubCache' },
      endpoint: updateHubCache,
      reads: [readHubCache],
      // Whether the object cache is on can't be read (observed), so it is asked, not toggled.
      fields: (t) =>
        [
          flag('redisObjectCache', t('Object cache in Redis?'), t),
          oneOf('nginxCacheType', t('Cache type'), hubCachePatch.shape.nginxCacheType),
          oneNumberOf(
            'cacheValidMinute',
            t('How long a page is kept, in minutes'),
            t,
            [10, 30, 60, 240, 1440],
          ),
        ].map((field) => orLeave(field, t)),
      doing: (_name, t) => t('Changing the hub cache'),
      effect: 'resource',
    },
    deletion('hubCache', deleteHubCache, { effect: 'resource' }),
  ];
}
