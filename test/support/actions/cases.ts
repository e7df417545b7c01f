import { newWebApplication, wordPress } from '../newWebApplications';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Values } from '../../../src/documents/creations/field';
import type { Target } from '../../../src/resources/reference';
import type { ResourceId } from '../../../src/resources/kinds/kind';
import type { KindId } from '../../../src/resources/kinds/kinds';

/** One action as a person performs it, and the one request that it should send, in literal form. */
export interface ActionCase {
  readonly command: ActionCommand;
  readonly target: Target;
  /** The person's answers by field; flags by name. */
  readonly answers?: Values;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  /** The fallback if the service doesn't offer it. */
  readonly fallback?: { readonly method: string; readonly path: string };
  /** Whether a legacy key and secret reach the operation (API §9 rule 2). */
  readonly isInV2?: boolean;
  /** Whether it needs confirmation. */
  readonly asks?: boolean;
  /** Whether a read can't show the outcome. */
  readonly isUntold?: boolean;
}

function one(kind: KindId, ...ids: ResourceId[]): Target {
  return { account: 'service', kind, ids };
}

function all(kind: KindId, ...parents: number[]): Target {
  return { account: 'service', kind, parents };
}

function deletion(kind: KindId, ids: number[], path: string): ActionCase {
  return {
    command: 'serverManagement.delete',
    target: one(kind, ...ids),
    request: { method: 'DELETE', path: `/api/v3${path}` },
    asks: true,
  };
}

const server = '/api/v3/servers/1';
const webApplication = `${server}/webapps/101`;
const password = 'correct-horse-battery';

/** Every action, on the sandbox's own data; some twice, because the body depends on the answers. */
export const actionCases: readonly ActionCase[] = [
  {
    command: 'serverManagement.createServer',
    target: all('server'),
    answers: {
      name: 'new one',
      ipAddress: '203.0.113.77',
      provider: 'linode',
      webServerType: 'nginx',
      installationType: 'native',
      databaseType: 'mariadb',
    },
    request: {
      method: 'POST',
      path: '/api/v3/servers',
      body: {
        name: 'new one',
        ipAddress: '203.0.113.77',
        provider: 'linode',
        webServerType: 'nginx',
        installationType: 'native',
        databaseType: 'mariadb',
      },
    },
  },
  {
    command: 'serverManagement.renameServer',
    target: one('server', 1),
    answers: { name: 'renamed' },
    request: { method: 'PATCH', path: `${server}/settings/meta`, body: { name: 'renamed' } },
  },
  {
    command: 'serverManagement.switchAutomaticUpdates',
    target: one('server', 3),
    answers: { securityUpdate: true },
    request: {
      method: 'PATCH',
      path: '/api/v3/servers/3/settings/autoupdate',
      body: { softwareUpdate: true, securityUpdate: true },
    },
  },
  {
    command: 'serverManagement.changeTags',
    target: one('server', 1),
    answers: { tags: ['shop', 'new'] },
    request: { method: 'POST', path: `${server}/tags`, body: { tags: ['shop', 'new'] } },
  },
  {
    command: 'serverManagement.changeCliPhp',
    target: one('server', 1),
    answers: { phpVersion: 'php82' },
    request: { method: 'PATCH', path: `${server}/php/cli`, body: { phpVersion: 'php82' } },
  },
  {
    command: 'serverManagement.cleanDisk',
    target: one('server', 1),
    request: { method: 'POST', path: `${server}/health/diskcleaner` },
    fallback: { method: 'PATCH', path: `${server}/health/diskcleaner` },
    asks: true,
    isUntold: true,
  },
  ...(['restart', 'start', 'stop'] as const).map((action) => ({
    command: `serverManagement.${action}Service` as const,
    target: one('service', 1, 'nginx'),
    request: {
      method: 'PATCH',
      path: `${server}/services`,
      body: { action, realName: 'nginx' },
    },
    asks: action === 'stop',
    isUntold: true,
  })),
  {
    command: 'serverManagement.controlService',
    target: one('service', 1, 'nginx'),
    answers: { action: 'stop' },
    request: {
      method: 'PATCH',
      path: `${server}/services`,
      body: { action: 'stop', realName: 'nginx' },
    },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.unblockAddress',
    target: one('blockedAddress', 1, '203.0.113.7'),
    request: {
      method: 'DELETE',
      path: `${server}/security/fail2ban/blockedip`,
      body: { ip: '203.0.113.7' },
    },
  },
  deletion('server', [2], '/servers/2'),
  {
    command: 'serverManagement.createWebApplication',
    target: all('webApplication', 1),
    answers: { ...newWebApplication, memoryLimit: 512 },
    request: {
      method: 'POST',
      path: `${server}/webapps/custom`,
      body: { ...newWebApplication, memoryLimit: 512 },
    },
  },
  {
    command: 'serverManagement.createWordPress',
    target: all('webApplication', 1),
    answers: { ...newWebApplication, ...wordPress },
    request: {
      method: 'POST',
      path: `${server}/webapps/wordpress`,
      body: { ...newWebApplication, ...wordPress, password: '[redacted]' },
    },
  },
  deletion('webApplication', [1, 104], '/servers/1/webapps/104'),
  {
    command: 'serverManagement.makeDefault',
    target: one('webApplication', 1, 102),
    request: { method: 'POST', path: `${server}/webapps/102/default` },
  },
  {
    command: 'serverManagement.unsetDefault',
    target: one('webApplication', 1, 101),
    request: { method: 'DELETE', path: `${webApplication}/default` },
  },
  {
    command: 'serverManagement.rebuildWebApplication',
    target: one('webApplication', 1, 101),
    request: { method: 'POST', path: `${webApplication}/rebuild` },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.connectRepository',
    target: one('gitRepository', 1, 101),
    answers: { provider: 'github', repository: 'shop/storefront', branch: 'main' },
    request: {
      method: 'POST',
      path: `${webApplication}/git`,
      body: { provider: 'github', repository: 'shop/storefront', branch: 'main' },
    },
  },
  {
    command: 'serverManagement.connectRepository',
    target: one('gitRepository', 1, 101),
    answers: {
      provider: 'custom',
      repository: 'shop/storefront',
      branch: 'main',
      gitHost: 'git.example.com',
      gitUser: 'git',
    },
    request: {
      method: 'POST',
      path: `${webApplication}/git`,
      body: {
        provider: 'custom',
        repository: 'shop/storefront',
        branch: 'main',
        gitHost: 'git.example.com',
        gitUser: 'git',
      },
    },
  },
  {
    command: 'serverManagement.deployRepository',
    target: one('gitRepository', 1, 104),
    request: { method: 'PUT', path: `${server}/webapps/104/git/104/script` },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.changeBranch',
    target: one('gitRepository', 1, 104),
    answers: { branch: 'develop' },
    request: {
      method: 'PATCH',
      path: `${server}/webapps/104/git/104/branch`,
      body: { branch: 'develop' },
    },
  },
  {
    command: 'serverManagement.disconnectRepository',
    target: one('gitRepository', 1, 104),
    request: { method: 'DELETE', path: `${server}/webapps/104/git/104` },
    asks: true,
  },
  {
    command: 'serverManagement.installSoftware',
    target: all('installer', 1, 102),
    answers: { name: 'joomla' },
    request: {
      method: 'POST',
      path: '/api/v3/servers/1/webapps/102/installer',
      body: { name: 'joomla' },
    },
    isUntold: true,
  },
  {
    command: 'serverManagement.createDomain',
    target: all('domain', 1, 101),
    answers: { name: 'new.example.com', type: 'alias', www: false, redirection: 'none' },
    request: {
      method: 'POST',
      path: `${webApplication}/domains`,
      body: { name: 'new.example.com', type: 'alias', www: false, redirection: 'none' },
    },
  },
  deletion('installer', [3, 304, 304], '/servers/3/webapps/304/installer/304'),
  deletion('domain', [1, 101, 102], '/servers/1/webapps/101/domains/102'),
  {
    command: 'serverManagement.applySsl',
    target: one('ssl', 1, 101, 102),
    answers: {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'staging',
      enableHttp: true,
      enableHsts: false,
      autoSSL: false,
      advancedSSL: true,
    },
    request: {
      method: 'POST',
      path: `${webApplication}/domains/102/ssl`,
      body: {
        provider: 'letsencrypt',
        authorizationMethod: 'http-01',
        environment: 'staging',
        enableHttp: true,
        enableHsts: false,
        autoSSL: false,
        advancedSSL: true,
      },
    },
  },
  {
    command: 'serverManagement.renewSsl',
    target: one('ssl', 1, 101, 101),
    request: { method: 'PUT', path: `${webApplication}/domains/101/ssl/101` },
    isUntold: true,
  },
  {
    command: 'serverManagement.changeSsl',
    target: one('ssl', 1, 101, 101),
    answers: { enableHsts: false },
    request: {
      method: 'PATCH',
      path: `${webApplication}/domains/101/ssl/101`,
      body: { enableHsts: false },
    },
  },
  {
    command: 'serverManagement.changeSslMode',
    target: one('sharedSsl', 1, 101),
    answers: { advancedSSL: false },
    request: {
      method: 'POST',
      path: `${webApplication}/ssl/advanced`,
      body: { advancedSSL: false },
    },
    asks: true,
  },
  {
    command: 'serverManagement.installSharedSsl',
    target: one('sharedSsl', 1, 104),
    answers: {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: true,
    },
    request: {
      method: 'POST',
      path: `${server}/webapps/104/ssl`,
      body: {
        provider: 'letsencrypt',
        authorizationMethod: 'http-01',
        environment: 'live',
        enableHttp: true,
        enableHsts: false,
        autoSSL: true,
        advancedSSL: false,
      },
    },
  },
  {
    command: 'serverManagement.changeSsl',
    target: one('sharedSsl', 3, 303),
    answers: { enableHttp: true },
    request: {
      method: 'PATCH',
      path: '/api/v3/servers/3/webapps/303/ssl/303',
      body: { enableHttp: true },
    },
  },
  {
    command: 'serverManagement.renewSsl',
    target: one('sharedSsl', 3, 303),
    request: { method: 'PUT', path: '/api/v3/servers/3/webapps/303/ssl/303' },
    isUntold: true,
  },
  deletion('sharedSsl', [3, 303], '/servers/3/webapps/303/ssl/303'),
  deletion('ssl', [1, 101, 101], '/servers/1/webapps/101/domains/101/ssl/101'),
  {
    command: 'serverManagement.switchCache',
    target: one('cacheConfiguration', 1, 101),
    answers: { cdnEnabled: true },
    request: {
      method: 'PATCH',
      path: `${webApplication}/platformcache`,
      body: { cdnEnabled: true },
    },
  },
  {
    command: 'serverManagement.preloadCache',
    target: one('cacheConfiguration', 1, 101),
    request: { method: 'POST', path: `${webApplication}/platformcache/preload` },
    isUntold: true,
  },
  {
    command: 'serverManagement.upgradeCacheEngine',
    target: one('cacheConfiguration', 1, 103),
    request: { method: 'POST', path: `${server}/webapps/103/platformcache/upgrade` },
    isUntold: true,
  },
  {
    command: 'serverManagement.rollBackCacheEngine',
    target: one('cacheConfiguration', 1, 104),
    request: { method: 'POST', path: `${server}/webapps/104/platformcache/rollback` },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.createWaf',
    target: one('waf', 1, 104),
    answers: { isEnabled: true, paranoia: 2, anomaly: '7', wordpress: true },
    request: {
      method: 'POST',
      path: `${server}/webapps/104/waf`,
      body: { isEnabled: true, paranoia: 2, anomaly: 7, rulesExclusion: { wordpress: true } },
    },
  },
  {
    command: 'serverManagement.switchWaf',
    target: one('waf', 1, 101),
    answers: { isEnabled: false },
    request: { method: 'PATCH', path: `${webApplication}/waf`, body: { isEnabled: false } },
    asks: true,
  },
  {
    command: 'serverManagement.addWafRule',
    target: one('waf', 1, 101),
    answers: { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' },
    request: {
      method: 'POST',
      path: `${webApplication}/waf/rules`,
      body: { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' },
    },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.sortWafRules',
    target: one('waf', 1, 102),
    answers: { rule: 1022, position: 1 },
    request: {
      method: 'PATCH',
      path: `${server}/webapps/102/waf/rules/sort`,
      body: { rulesOrdering: [1022, 1021] },
    },
  },
  {
    command: 'serverManagement.createHubCache',
    target: one('hubCache', 1, 104),
    answers: {
      cacheType: 'native',
      redisObjectCache: true,
      cacheFolderSize: '512',
      cacheValidMinute: 60,
    },
    request: {
      method: 'POST',
      path: `${server}/webapps/104/platformhub`,
      body: {
        cacheType: 'native',
        redisObjectCache: true,
        cacheFolderSize: 512,
        cacheValidMinute: 60,
      },
    },
  },
  {
    command: 'serverManagement.changeHubCache',
    target: one('hubCache', 1, 101),
    answers: { redisObjectCache: true, nginxCacheType: 'sr', cacheValidMinute: '90' },
    request: {
      method: 'PATCH',
      path: `${webApplication}/platformhub`,
      body: { redisObjectCache: true, nginxCacheType: 'sr', cacheValidMinute: 90 },
    },
  },
  {
    command: 'serverManagement.changeHubCache',
    target: one('hubCache', 1, 101),
    answers: { redisObjectCache: false },
    request: {
      method: 'PATCH',
      path: `${webApplication}/platformhub`,
      body: { redisObjectCache: false },
    },
    isUntold: true,
  },
  deletion('hubCache', [1, 101], '/servers/1/webapps/101/platformhub'),
  {
    command: 'serverManagement.createCronJob',
    target: all('cronJob', 1),
    answers: { label: 'Tidy', time: '*/5 3 * * 1', username: 'shop', command: 'tidy --all' },
    request: {
      method: 'POST',
      path: '/api/v2/servers/1/cronjobs',
      body: {
        label: 'Tidy',
        username: 'shop',
        command: 'tidy --all',
        minute: '*/5',
        hour: '3',
        dayOfMonth: '*',
        month: '*',
        dayOfWeek: '1',
      },
    },
    isInV2: true,
  },
  {
    command: 'serverManagement.runCronJob',
    target: one('cronJob', 1, 101),
    request: { method: 'POST', path: '/api/v3/servers/1/cronjobs/101/run' },
    isInV2: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.enableCronJob',
    target: one('cronJob', 1, 104),
    request: { method: 'PATCH', path: '/api/v3/servers/1/cronjobs/104/status' },
    isInV2: true,
  },
  {
    command: 'serverManagement.disableCronJob',
    target: one('cronJob', 1, 101),
    request: { method: 'PATCH', path: '/api/v3/servers/1/cronjobs/101/status' },
    isInV2: true,
  },
  {
    ...deletion('cronJob', [1, 101], ''),
    request: { method: 'DELETE', path: '/api/v3/servers/1/cronjobs/101' },
    isInV2: true,
  },
  {
    command: 'serverManagement.rebuildCronTable',
    target: all('cronJob', 1),
    request: { method: 'POST', path: '/api/v3/servers/1/cronjobs/rebuild' },
    isInV2: true,
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.createSupervisorJob',
    target: all('supervisorJob', 1),
    answers: {
      label: 'worker',
      username: 'shop',
      binary: '/usr/bin/php',
      command: 'artisan queue:work',
      numprocs: '2',
      autoStart: true,
      autoRestart: false,
    },
    request: {
      method: 'POST',
      path: `${server}/supervisors`,
      body: {
        label: 'worker',
        username: 'shop',
        binary: '/usr/bin/php',
        command: 'artisan queue:work',
        numprocs: 2,
        autoStart: true,
        autoRestart: false,
      },
    },
  },
  {
    command: 'serverManagement.reloadSupervisorJob',
    target: one('supervisorJob', 1, 101),
    request: { method: 'POST', path: `${server}/supervisors/101/reload` },
    isUntold: true,
  },
  {
    command: 'serverManagement.rebuildSupervisor',
    target: all('supervisorJob', 1),
    request: { method: 'POST', path: `${server}/supervisors/rebuild` },
    asks: true,
    isUntold: true,
  },
  deletion('supervisorJob', [1, 101], '/servers/1/supervisors/101'),
  {
    command: 'serverManagement.createFirewallRule',
    target: all('firewallRule', 1),
    answers: {
      type: 'rich',
      port: '8443',
      protocol: 'tcp',
      ipAddress: '192.0.2.0/24',
      firewallAction: 'accept',
    },
    request: {
      method: 'POST',
      path: `${server}/security/firewalls`,
      body: {
        type: 'rich',
        port: 8443,
        protocol: 'tcp',
        ipAddress: '192.0.2.0/24',
        firewallAction: 'accept',
      },
    },
    isUntold: true,
  },
  deletion('firewallRule', [1, 102], '/servers/1/security/firewalls/102'),
  {
    command: 'serverManagement.deployFirewallRules',
    target: all('firewallRule', 1),
    request: { method: 'PUT', path: `${server}/security/firewalls` },
    asks: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.switchSshSettings',
    target: one('sshSettings', 1),
    answers: { useDns: true },
    request: { method: 'PATCH', path: `${server}/settings/ssh`, body: { useDns: true } },
    fallback: { method: 'PATCH', path: `${server}/ssh/config` },
    isInV2: true,
  },
  {
    command: 'serverManagement.createSshKey',
    target: all('sshKey', 1),
    answers: {
      label: 'Laptop',
      username: 'shop',
      publicKey: 'ssh-ed25519 AAAAexample me@example.com',
      temporary: false,
    },
    request: {
      method: 'POST',
      path: `${server}/ssh/credentials`,
      body: {
        label: 'Laptop',
        username: 'shop',
        publicKey: 'ssh-ed25519 AAAAexample me@example.com',
        temporary: false,
      },
    },
  },
  deletion('sshKey', [1, 101], '/servers/1/ssh/credentials/101'),
  {
    command: 'serverManagement.createSystemUser',
    target: all('systemUser', 1),
    answers: { username: 'runner', password },
    request: {
      method: 'POST',
      path: `${server}/users`,
      body: { username: 'runner', password: '[redacted]' },
    },
  },
  {
    command: 'serverManagement.changePassword',
    target: one('systemUser', 1, 102),
    answers: { password },
    request: {
      method: 'PATCH',
      path: `${server}/users/102/password`,
      body: { password: '[redacted]' },
    },
    isUntold: true,
  },
  {
    command: 'serverManagement.generateDeploymentKey',
    target: one('systemUser', 1, 101),
    request: { method: 'PATCH', path: `${server}/users/101/deploymentkey` },
    asks: true,
    isUntold: true,
  },
  deletion('systemUser', [1, 103], '/servers/1/users/103'),
  {
    command: 'serverManagement.createDatabase',
    target: all('database', 1),
    answers: { name: 'orders' },
    request: { method: 'POST', path: `${server}/databases`, body: { name: 'orders' } },
  },
  {
    command: 'serverManagement.changeDatabaseAccess',
    target: one('database', 1, 101),
    answers: { users: { '102': true } },
    request: { method: 'POST', path: `${server}/databases/101/grant`, body: { id: 102 } },
  },
  {
    command: 'serverManagement.changeDatabaseAccess',
    target: one('database', 1, 101),
    answers: { users: { '101': false } },
    request: { method: 'DELETE', path: `${server}/databases/101/grant`, body: { id: 101 } },
    asks: true,
  },
  {
    ...deletion('database', [1, 103], '/servers/1/databases/103'),
    answers: { deleteUser: false },
  },
  {
    ...deletion('database', [1, 102], ''),
    answers: { deleteUser: true },
    request: { method: 'DELETE', path: `${server}/databases/102`, body: { deleteUser: true } },
  },
  {
    command: 'serverManagement.createDatabaseUser',
    target: all('databaseUser', 1),
    answers: { username: 'app', password },
    request: {
      method: 'POST',
      path: '/api/v2/servers/1/databaseusers',
      body: { username: 'app', password: '[redacted]' },
    },
    isInV2: true,
  },
  {
    command: 'serverManagement.changePassword',
    target: one('databaseUser', 1, 101),
    answers: { password },
    request: {
      method: 'PATCH',
      path: '/api/v2/servers/1/databaseusers/101',
      body: { password: '[redacted]' },
    },
    isInV2: true,
    isUntold: true,
  },
  {
    command: 'serverManagement.createIntegration',
    target: all('integration'),
    answers: { label: 'Storage', service: 'linode', username: 'AKEXAMPLE', secret: password },
    request: {
      method: 'POST',
      path: '/api/v3/settings/externalapi',
      body: { label: 'Storage', service: 'linode', username: 'AKEXAMPLE', secret: '[redacted]' },
    },
  },
  {
    command: 'serverManagement.changeIntegrationSecret',
    target: one('integration', 1),
    answers: { secret: password },
    request: {
      method: 'PATCH',
      path: '/api/v3/settings/externalapi/1',
      body: { secret: '[redacted]' },
    },
    isUntold: true,
  },
  deletion('integration', [2], '/settings/externalapi/2'),
  deletion('canvas', [1], '/settings/wordpress/canvas/1'),
  {
    command: 'serverManagement.createAtomicProject',
    target: all('atomicProject'),
    answers: { name: 'Site', webApplication: '103', autoDeploy: true },
    request: {
      method: 'POST',
      path: '/api/v3/atomic',
      body: { name: 'Site', webApplication: 103, autoDeploy: true },
    },
  },
  {
    command: 'serverManagement.forceDeploy',
    target: one('atomicProject', 1),
    request: { method: 'PUT', path: '/api/v3/atomic/1/forcedeploy' },
    asks: true,
    isUntold: true,
  },
];
