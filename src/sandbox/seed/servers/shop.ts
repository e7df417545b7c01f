import { databases, databaseUsers, systemUsers } from '../parts/access';
import { contents } from '../parts/contents';
import { logEntries, machine, services } from '../parts/facts';
import { cronJobs, supervisorJobs } from '../parts/jobs';
import { firewallRules, sshConfig, sshKeys } from '../parts/security';
import { type ServerSeed, serverRecord } from '../parts/server';
import { webApplications } from '../parts/webApplications';

const sites: Parameters<typeof webApplications>[1] = [
  {
    name: 'storefront',
    defaultApp: true,
    domains: [
      { name: 'shop.example.com', ssl: 'letsencrypt' },
      { name: 'www.shop.example.com', type: 'alias' },
      { name: 'old-shop.example.net', type: 'redirect', redirection: 'non-www' },
    ],
    waf: 'on',
    cache: 'on',
    hub: 'native',
  },
  {
    name: 'checkout',
    type: 'custom',
    stack: 'nativenginx',
    domains: [{ name: 'checkout.example.com', ssl: 'custom' }],
    waf: 'on',
    blockedPaths: ['/admin', '/backup.zip'],
  },
  {
    name: 'blog',
    domains: [
      { name: 'blog.example.com', ssl: 'letsencrypt' },
      { name: '*.blog.example.com', wildcard: true, status: 'Pending' },
    ],
    waf: 'off',
    cache: 'off',
    hub: 'sr',
  },
  {
    name: 'staging',
    stackMode: 'development',
    phpVersion: 'php82',
    domains: [{ name: 'staging.example.org', status: null }],
    cache: 'off',
    cacheEngine: 2,
    git: 'shop/staging',
  },
];

const scheduled: Parameters<typeof cronJobs>[1] = [
  ['Nightly backup', 'webmaster', '/usr/local/bin/backup --all', '30 2 * * *'],
  ['Order queue', 'shop', 'php artisan queue:drain', '*/5 * * * *'],
  ['Price import', 'shop', 'php artisan prices:import', '15 */6 * * *'],
  ['Newsletter', 'shop', 'php artisan newsletter:send', '0 8 * * 1', 0],
  ['WordPress cron', 'webmaster', 'wp cron event run --due-now', '*/10 * * * *'],
];

const workers: Parameters<typeof supervisorJobs>[1] = [
  {
    label: 'order-worker',
    username: 'shop',
    command: '/usr/bin/php artisan queue:work --sleep=3',
    numprocs: 3,
  },
  {
    label: 'search-index',
    username: 'shop',
    command: '/usr/bin/node indexer.js',
    status: 'BACKOFF',
    directory: '/home/shop/indexer',
  },
  {
    label: 'mail-relay',
    username: 'webmaster',
    command: '/usr/bin/python3 relay.py',
    autoStart: false,
    status: 'FATAL',
  },
];

/** A busy shop: some of everything, and jobs in every state. */
export const shop: ServerSeed = {
  record: serverRecord({
    id: 1,
    name: 'shop-frankfurt',
    ipAddress: '192.0.2.10',
    tags: ['production', 'shop'],
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 4,
        memoryGb: 8,
        diskGb: 160,
        diskUsed: 0.62,
        memoryUsed: 0.74,
        load: 1.37,
        uptime: '41 days, 6 hours',
        reported: '2 minutes ago',
      }),
      services: services(
        ['nginx', 'mariadb', 'php83', 'redis', 'memcached', 'supervisor'],
        ['memcached'],
      ),
      webApplications: webApplications(id, sites),
      cronJobs: cronJobs(id, scheduled),
      supervisorJobs: supervisorJobs(id, workers),
      firewallRules: firewallRules(id, [
        ['22', 'tcp'],
        ['80', 'tcp'],
        ['443', 'tcp'],
        ['3306', 'tcp', '198.51.100.0/24', 'accept'],
        ['8000-8999', 'tcp', '203.0.113.45', 'reject'],
        ['53', 'udp', '2001:db8:10::/48', 'accept'],
      ]),
      blockedAddresses: ['203.0.113.7', '203.0.113.99', '2001:db8:bad::1'],
      ssh: sshConfig(id, { passwordlessLogin: true, preventRootLogin: true, useDns: false }),
      sshKeys: sshKeys(id, [
        ['Laptop of Ada', 'webmaster'],
        ['Deploy robot', 'shop'],
        ['Support visit', 'webmaster', true],
      ]),
      systemUsers: systemUsers(id, ['shop', 'reports']),
      databaseUsers: databaseUsers(id, ['shop', 'blog', 'reports_ro']),
      databases: databases(id, [
        ['shop', [0, 2]],
        ['blog', [1]],
        ['legacy_catalogue', [], null],
      ]),
      logs: logEntries(id, [
        ['High Priority Info', 'Firewall rules were deployed'],
        ['Warning', 'The disk is more than 60% full'],
        ['Info', 'Cron job Price import was created'],
        ['Info', 'The server came online'],
      ]),
    }),
};
