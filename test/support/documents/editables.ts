/** A request, spelled out. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A kind that can be edited: a change, and what it sends. */
export interface Editable {
  readonly name: string;
  /** Of the document, below the account. */
  readonly document: string;
  readonly read: string;
  readonly field: string;
  readonly values: readonly [unknown, unknown];
  readonly sends: (value: unknown, live: Record<string, unknown>) => Call;
  readonly refused: unknown;
  readonly refusedAt: string;
  /** Fields that the person must add. */
  readonly unsaid?: Record<string, unknown>;
  /** Operations that the service doesn't offer, as faults, so that alternatives are used. */
  readonly missing?: readonly string[];
}

const by =
  (method: string) =>
  (path: string, body: unknown): Call => ({ method, path, body });
const [patch, post, put] = [by('PATCH'), by('POST'), by('PUT')] as const;

const app = '/api/v3/servers/1/webapps/101';
const cronFields = (time: unknown): Record<string, unknown> => {
  const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
  return { minute, hour, dayOfMonth, month, dayOfWeek };
};
const cronBody = (live: Record<string, unknown>): Record<string, unknown> => ({
  label: live['label'],
  username: live['username'],
  command: live['command'],
  ...cronFields(live['time']),
});
const sslBody = (live: Record<string, unknown>): Record<string, unknown> => ({
  advancedSSL: false,
  autoSSL: false,
  provider: live['method'],
  enableHttp: live['enableHttp'],
  enableHsts: live['enableHsts'],
  authorizationMethod: live['authorizationMethod'],
  environment: live['staging'] === true ? 'staging' : 'live',
});
const sslPath = `${app}/domains/101/ssl`;
const canvasPath = '/api/v3/settings/wordpress/canvas/1';
const canvasBody = (live: Record<string, unknown>): Record<string, unknown> => {
  const data = (name: string): Record<string, unknown>[] =>
    (live[name] as { data: Record<string, unknown>[] }).data;
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    ...settings
  } = live['settings'] as Record<string, unknown>;
  const bundled = (items: Record<string, unknown>[]): unknown[] =>
    items.map(({ name, slug, activate }) => ({ name, slug, activate }));
  const custom = (items: Record<string, unknown>[], type: string): unknown[] =>
    items.map(({ name, link, activate }) => ({ label: name, link, activate, type }));
  return {
    name: live['name'],
    selectedThemes: bundled(data('themes')),
    selectedPlugins: bundled(data('plugins')),
    customThemePlugin: [
      ...custom(data('customThemes'), 'custom-theme'),
      ...custom(data('customPlugins'), 'custom-plugin'),
    ],
    settings,
  };
};

/** SSH settings, through one of the three operations that a service may offer. */
function sshSettings(name: string, path: string, missing: readonly string[] = []): Editable {
  return {
    name,
    document: 'servers/1/1.ssh.json',
    read: path,
    field: 'useDns',
    values: [true, false],
    sends: (value) => patch(path, { useDns: value }),
    refused: 'yes',
    refusedAt: 'useDns',
    missing,
  };
}

/** The ways to write SSH settings, each with the operations that the service then doesn't offer. */
const sshWays: readonly Parameters<typeof sshSettings>[] = [
  ['SSH settings', '/api/v3/servers/1/settings/ssh'],
  [
    'SSH settings, by ssh/config of v3',
    '/api/v3/servers/1/ssh/config',
    ['404:/api/v3/servers/1/settings/ssh'],
  ],
  [
    'SSH settings, by settings/ssh of v2',
    '/api/v2/servers/1/settings/ssh',
    ['404:/api/v3/servers/1/settings/ssh', '404:/api/v3/servers/1/ssh/config'],
  ],
];

const server = {
  document: 'servers/1.server.json',
  read: '/api/v3/servers/1',
} satisfies Partial<Editable>;

/** Every editable kind, with every way to write it. */
export const editables: readonly Editable[] = [
  ...sshWays.map((way) => sshSettings(...way)),
  ...sshWays.map(([name, ...way]): Editable => ({
    ...sshSettings(`a server's ${name}`, ...way),
    ...server,
    field: 'ssh.useDns',
  })),
  {
    ...server,
    name: 'a server',
    field: 'name',
    values: ['first-name', 'second-name'],
    sends: (value) => patch('/api/v3/servers/1/settings/meta', { name: value }),
    refused: '',
    refusedAt: 'name',
  },
  {
    name: 'a cron job',
    document: 'servers/1/cron-jobs/101.cron-job.json',
    read: '/api/v3/servers/1/cronjobs/101',
    field: 'minute',
    values: ['*/7', '*/9'],
    sends: (value, live) =>
      patch('/api/v3/servers/1/cronjobs/101', { ...cronBody(live), minute: value }),
    refused: '99x',
    refusedAt: 'minute',
  },
  {
    name: 'a web application firewall',
    document: 'servers/1/web-applications/101/101.waf.json',
    read: `${app}/waf`,
    field: 'paranoia',
    values: [3, 2],
    sends: (value) => patch(`${app}/waf`, { paranoia: value }),
    refused: 9,
    refusedAt: 'paranoia',
  },
  {
    name: 'a hub cache',
    document: 'servers/1/web-applications/101/101.hub-cache.json',
    read: `${app}/platformhub`,
    field: 'cacheFolderSize',
    values: [333, 334],
    sends: (value) => patch(`${app}/platformhub`, { cacheFolderSize: value }),
    refused: 0,
    refusedAt: 'cacheFolderSize',
  },
  {
    name: 'a cache configuration',
    document: 'servers/1/web-applications/101/101.cache-configuration.json',
    read: `${app}/platformcache`,
    field: 'cacheSettings.cache_settings.page_cache_type',
    values: ['type-a', 'type-b'],
    sends: (value) => patch(`${app}/platformcache`, { pageCacheType: value }),
    refused: '',
    refusedAt: 'page_cache_type',
  },
  {
    name: 'a web application',
    document: 'servers/1/web-applications/101.web-application.json',
    read: app,
    field: 'phpVersion',
    values: ['php82', 'php84'],
    sends: (value) => patch(`${app}/settings/php`, { phpVersion: value }),
    refused: 'php50',
    refusedAt: 'phpVersion',
  },
  {
    name: 'an integration',
    document: 'integrations/1.integration.json',
    read: '/api/v3/settings/externalapi/1',
    field: 'label',
    values: ['first label', 'second label'],
    sends: (value) => patch('/api/v3/settings/externalapi/1', { label: value }),
    refused: '',
    refusedAt: 'label',
  },
  {
    name: 'the SSL settings of a domain',
    document: 'servers/1/web-applications/101/domains/101/101.ssl.json',
    read: sslPath,
    field: 'provider',
    values: ['csr', 'custom'],
    unsaid: { advancedSSL: false, autoSSL: false },
    sends: (value, live) => post(sslPath, { ...sslBody(live), provider: value }),
    refused: '',
    refusedAt: 'provider',
  },
  {
    name: 'a canvas',
    document: 'canvases/1.canvas.json',
    read: canvasPath,
    field: 'name',
    values: ['first canvas', 'second canvas'],
    sends: (value, live) => put(canvasPath, { ...canvasBody(live), name: value }),
    refused: '',
    refusedAt: 'name',
  },
];

/** The value at a dotted path. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) current = (current as Record<string, unknown>)[name];
  return current;
}
