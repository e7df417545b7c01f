import { databases, databaseUsers, systemUsers } from '../parts/access';
import { contents } from '../parts/contents';
import { logEntries, machine, services } from '../parts/facts';
import { cronJobs, supervisorJobs } from '../parts/jobs';
import { firewallRules, sshKeys } from '../parts/security';
import { type ServerSeed, serverRecord } from '../parts/server';
import { webApplications } from '../parts/webApplications';

const sites: Parameters<typeof webApplications>[1] = [
  {
    name: 'bakery',
    phpVersion: 'php82',
    domains: [
      { name: 'bakery.example.org', ssl: 'letsencrypt', redirection: 'www' },
      { name: 'bread.example.org', type: 'redirect' },
    ],
    waf: 'on',
    cache: 'on',
  },
  {
    name: 'florist',
    phpVersion: 'php82',
    domains: [{ name: 'ends-soon.example.org', ssl: 'custom', endsIn: 9 }],
    cache: 'off',
  },
  {
    name: 'dentist',
    phpVersion: 'php82',
    domains: [{ name: 'dentist.example.org' }],
    sharedSsl: 'letsencrypt',
  },
  {
    name: 'portfolio',
    type: 'custom',
    stackMode: 'development',
    phpVersion: 'php82',
    domains: [{ name: 'portfolio.example.org' }],
    installer: ['grav', 'Grav'],
  },
];

/** An agency's sites on another web server, with security updates waiting. */
export const agency: ServerSeed = {
  record: serverRecord({
    id: 3,
    name: 'full-disk-seoul',
    ipAddress: '198.51.100.30',
    provider: 'vultr',
    stack: 'openlitespeed',
    country_iso_code: 'KR',
    phpCLIVersion: 'php82',
    softwareUpdate: true,
    securityUpdate: false,
    tags: ['agency', 'customers'],
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 2,
        memoryGb: 4,
        diskGb: 80,
        diskUsed: 0.96,
        memoryUsed: 0.53,
        load: 0.91,
        uptime: '120 days, 0 hours',
        reported: '5 minutes ago',
      }),
      services: services(['openlitespeed', 'mariadb', 'php82', 'redis']),
      webApplications: webApplications(id, sites),
      cronJobs: cronJobs(id, [
        ['Bakery cron', 'webmaster', 'wp cron event run --due-now', '*/15 * * * *'],
        ['Florist cron', 'webmaster', 'wp cron event run --due-now', '*/15 * * * *'],
        ['Image optimizer', 'webmaster', '/usr/local/bin/optimize-images', '0 4 * * 0'],
      ]),
      supervisorJobs: supervisorJobs(id, [
        { label: 'thumbnails', username: 'webmaster', command: '/usr/bin/node thumbnails.js' },
      ]),
      firewallRules: firewallRules(id, [
        ['22', 'tcp'],
        ['80', 'tcp'],
        ['443', 'tcp'],
        ['443', 'udp'],
      ]),
      blockedAddresses: ['203.0.113.200'],
      sshKeys: sshKeys(id, [['Studio', 'webmaster']]),
      systemUsers: systemUsers(id, ['designer']),
      databaseUsers: databaseUsers(id, ['bakery', 'florist', 'dentist']),
      databases: databases(id, [
        ['bakery', [0]],
        ['florist', [1]],
        ['dentist', [2]],
      ]),
      logs: logEntries(id, [
        ['High Priority Info', 'Security updates are waiting'],
        ['Warning', 'The disk is more than 95% full'],
      ]),
    }),
};
