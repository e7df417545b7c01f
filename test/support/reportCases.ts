/** The account whose reports are tested. */
export const account = 'sandbox';

/** Every report: the command, its subject, its request, and what it shows. */
export const reportCases = [
  {
    command: 'openDnsRecords',
    about: { account, kind: 'domain', ids: [1, 101, 101] },
    path: '/api/v3/servers/1/webapps/101/domains/101/dns',
    shows: /^shop\.example\.com\.\tIN\tA\t[\d.]+$/m,
  },
  { command: 'openSharedServers', about: account, path: '/api/v3/servers/shared', shows: /"name"/ },
  {
    command: 'openSslProtocols',
    about: account,
    path: '/api/v3/static/ssl/protocols',
    shows: /"TLSv1\.3"/,
  },
] as const;
