import { type ActionCase, all, deletion, one, patch, post, remove, server } from '../actionCase';

/** Servers. */
export const serverCases: readonly ActionCase[] = [
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
    request: post('/api/v3/servers', {
      name: 'new one',
      ipAddress: '203.0.113.77',
      provider: 'linode',
      webServerType: 'nginx',
      installationType: 'native',
      databaseType: 'mariadb',
    }),
    asks: 'caller',
    texts: {
      doing: 'Creating Server',
      done: 'Server "new one" created.',
      failed: 'Server "new one" wasn\'t created.',
    },
  },
  {
    command: 'serverManagement.renameServer',
    target: one('server', 1),
    answers: { name: 'renamed' },
    request: patch(`${server}/settings/meta`, { name: 'renamed' }),
    asks: 'caller',
    texts: { doing: 'Renaming "Server 1"', done: '"renamed" renamed.' },
  },
  {
    command: 'serverManagement.switchAutomaticUpdates',
    target: one('server', 3),
    answers: { securityUpdate: true },
    request: patch('/api/v3/servers/3/settings/autoupdate', {
      softwareUpdate: true,
      securityUpdate: true,
    }),
    asks: 'caller',
    texts: {
      doing: 'Changing automatic updates of "Server 3"',
      done: 'Automatic updates for "full-disk-seoul" changed.',
    },
  },
  {
    command: 'serverManagement.unblockAddress',
    target: one('blockedAddress', 1, '203.0.113.7'),
    request: remove(`${server}/security/fail2ban/blockedip`, { ip: '203.0.113.7' }),
    asks: 'caller',
    texts: {
      doing: 'Unblocking "Blocked Address 203.0.113.7"',
      done: '"Blocked Address 203.0.113.7" unblocked.',
    },
  },
  deletion('server', [2], '/servers/2', {
    doing: 'Deleting "batch-amsterdam"',
    done: '"batch-amsterdam" deleted.',
    question: 'Delete Server "batch-amsterdam"?',
    consequences:
      "The service stops managing this server and everything on it. This can't be undone.",
  }),
];
