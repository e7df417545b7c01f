import type { ActionCommand } from '../../../src/ui/actions/commands';
import type { Target, Values } from '../../../src/ui/actions/field';
import type { KindId, ResourceId } from '../../../src/resources/kinds/kind';

/** One action as a person performs it, and the one request that is to come of it, in literal form. */
export interface ActionCase {
  readonly command: ActionCommand;
  readonly target: Target;
  /** What the person answers, by field; a switch by its name. */
  readonly answers?: Values;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  /** Whether a legacy key and secret reach the operation (reference §9 rule 2). */
  readonly isInV2?: boolean;
  /** Whether something is confirmed before. */
  readonly asks?: boolean;
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

/** Every action, on the sandbox's own data; some twice where the body depends on the answers. */
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
    command: 'serverManagement.controlService',
    target: one('service', 1, 'nginx'),
    answers: { action: 'stop' },
    request: {
      method: 'PATCH',
      path: `${server}/services`,
      body: { action: 'stop', realName: 'nginx' },
    },
    asks: true,
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
    answers: { name: 'api', stack: 'hybrid', stackMode: 'production' },
    request: {
      method: 'POST',
      path: `${server}/webapps/custom`,
      body: { name: 'api', stack: 'hybrid', stackMode: 'production' },
    },
  },
  {
    command: 'serverManagement.createWordPress',
    target: all('webApplication', 1),
    answers: { name: 'news', phpVersion: 'php83', stack: 'hybrid', stackMode: 'production' },
    request: {
      method: 'POST',
      path: `${server}/webapps/wordpress`,
      body: { name: 'news', phpVersion: 'php83', stack: 'hybrid', stackMode: 'production' },
    },
  },
  deletion('webApplication', [1, 104], '/servers/1/webapps/104'),
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
  },
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
  },
  {
    command: 'serverManagement.createWaf',
    target: one('waf', 1, 104),
    request: { method: 'POST', path: `${server}/webapps/104/waf`, body: { isEnabled: true } },
  },
  {
    command: 'serverManagement.switchWaf',
    target: one('waf', 1, 101),
    answers: { isEnabled: false },
    request: { method: 'PATCH', path: `${webApplication}/waf`, body: { isEnabled: false } },
    asks: true,
  },
  {
    command: 'serverManagement.createHubCache',
    target: one('hubCache', 1, 104),
    answers: { cacheType: 'native', redisObjectCache: true },
    request: {
      method: 'POST',
      path: `${server}/webapps/104/platformhub`,
      body: { cacheType: 'native', redisObjectCache: true },
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
    request: { method: 'POST', path: '/api/v2/servers/1/cronjobs/101/run' },
    isInV2: true,
  },
  {
    command: 'serverManagement.toggleCronJob',
    target: one('cronJob', 1, 101),
    request: { method: 'PATCH', path: '/api/v2/servers/1/cronjobs/101/status' },
    isInV2: true,
  },
  {
    ...deletion('cronJob', [1, 101], ''),
    request: { method: 'DELETE', path: '/api/v2/servers/1/cronjobs/101' },
    isInV2: true,
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
  },
  deletion('firewallRule', [1, 102], '/servers/1/security/firewalls/102'),
  {
    command: 'serverManagement.deployFirewallRules',
    target: all('firewallRule', 1),
    request: { method: 'PUT', path: `${server}/security/firewalls` },
  },
  {
    command: 'serverManagement.switchSshSettings',
    target: one('sshSettings', 1),
    answers: { useDns: true },
    request: { method: 'PATCH', path: `${server}/settings/ssh`, body: { useDns: true } },
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
  },
  deletion('systemUser', [1, 103], '/servers/1/users/103'),
  {
    command: 'serverManagement.createDatabase',
    target: all('database', 1),
    answers: { name: 'orders' },
    request: { method: 'POST', path: `${server}/databases`, body: { name: 'orders' } },
  },
  {
    command: 'serverManagement.grantDatabase',
    target: one('database', 1, 101),
    answers: { id: 102 },
    request: { method: 'POST', path: `${server}/databases/101/grant`, body: { id: 102 } },
  },
  {
    command: 'serverManagement.revokeDatabase',
    target: one('database', 1, 101),
    answers: { id: 101 },
    request: { method: 'DELETE', path: `${server}/databases/101/grant`, body: { id: 101 } },
    asks: true,
  },
  deletion('database', [1, 103], '/servers/1/databases/103'),
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
  },
];
