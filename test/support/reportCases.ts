/** The account whose reports are tested. */
export const account = 'sandbox';
// Not the first server's log, because another test has it open and the editor keeps it.
const server = { account, kind: 'server', ids: [2] };
const webApplication = { account, kind: 'webApplication', ids: [1, 101] };

/** Every report: the command, its subject, its request, and what it shows. */
export const reportCases = [
  { command: 'openEventLog', about: server, path: '/api/v3/servers/2/logs', shows: /\[Info\]/ },
  {
    command: 'openEventLog',
    about: webApplication,
    path: '/api/v3/servers/1/webapps/101/log',
    shows: /\[\w/,
  },
  {
    command: 'openSupervisorStatus',
    about: server,
    path: '/api/v3/servers/2/supervisors/status',
    shows: /"status": "RUNNING"/,
  },
  {
    command: 'openServiceStates',
    about: server,
    path: '/api/v3/servers/2/services',
    shows: /"running": true/,
  },
  {
    command: 'openSshConfiguration',
    about: server,
    path: '/api/v3/servers/2/ssh/config',
    shows: /"preventRootLogin"/,
  },
  {
    command: 'openWebApplicationSettings',
    about: webApplication,
    path: '/api/v3/servers/1/webapps/101/settings',
    shows: /\{/,
  },
  {
    command: 'openDnsRecords',
    about: { account, kind: 'domain', ids: [1, 101, 101] },
    path: '/api/v3/servers/1/webapps/101/domains/101/dns',
    shows: /^shop\.example\.com\.\tIN\tA\t[\d.]+$/m,
  },
  { command: 'openSharedServers', about: account, path: '/api/v3/servers/shared', shows: /"name"/ },
] as const;
