import { databases, databaseUsers, systemUsers } from '../parts/access';
import { contents } from '../parts/contents';
import { logEntries, machine, services } from '../parts/facts';
import { cronJobs, supervisorJobs } from '../parts/jobs';
import { firewallRules, sshConfig, sshKeys } from '../parts/security';
import { type ServerSeed, serverRecord } from '../parts/server';
import { webApplications } from '../parts/webApplications';

/** Connected once, but not heard from since. */
export const offline: ServerSeed = {
  record: serverRecord({
    id: 4,
    name: 'offline-london',
    ipAddress: '198.51.100.40',
    provider: 'linode',
    country_iso_code: 'GB',
    osVersion: '20.04',
    online: false,
    agentVersion: '2.6.0',
    phpCLIVersion: 'php82',
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 1,
        memoryGb: 2,
        diskGb: 40,
        diskUsed: 0.41,
        memoryUsed: 0.31,
        load: 0,
        uptime: '0 minutes',
        reported: '3 weeks ago',
      }),
      services: services(['nginx', 'mysql', 'php82'], ['nginx', 'mysql', 'php82']),
      webApplications: webApplications(id, [
        { name: 'archive', phpVersion: 'php82', domains: [{ name: 'archive.example.com' }] },
        {
          name: 'museum',
          phpVersion: 'php82',
          domains: [{ name: 'museum.example.com', ssl: 'custom', status: 'Failed' }],
          waf: 'off',
        },
      ]),
      cronJobs: cronJobs(id, [['Rotate', 'webmaster', '/usr/sbin/logrotate -f', '0 0 1 * *', 0]]),
      firewallRules: firewallRules(id, [
        ['22', 'tcp'],
        ['80', 'tcp'],
      ]),
      systemUsers: systemUsers(id),
      logs: logEntries(id, [['Warning', 'The server went offline']]),
    }),
};

/** Created, but its agent was never installed: everything that a server reports is unknown. */
export const neverConnected: ServerSeed = {
  record: serverRecord({
    id: 5,
    name: 'never-connected-toronto',
    ipAddress: '203.0.113.50',
    country_iso_code: null,
    osVersion: null,
    connected: false,
    online: false,
    agentVersion: null,
    securityUpdate: false,
  }),
  contents: (id) => contents(id, {}),
};

/** Being transferred to another account. */
export const transferring: ServerSeed = {
  record: serverRecord({
    id: 6,
    name: 'transfer-paris',
    ipAddress: '203.0.113.60',
    provider: 'vultr',
    country_iso_code: 'FR',
    transferStatus: 'PENDING',
    tags: ['media', 'to be handed over'],
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 4,
        memoryGb: 8,
        diskGb: 500,
        diskUsed: 0.5,
        memoryUsed: 0.67,
        load: 0.2,
        uptime: '12 days, 9 hours',
        reported: '1 minute ago',
      }),
      services: services(['nginx', 'mariadb', 'php83', 'supervisor']),
      webApplications: webApplications(id, [
        {
          name: 'gallery',
          domains: [{ name: 'gallery.example.net', ssl: 'letsencrypt' }],
          cache: 'on',
        },
        { name: 'podcast', domains: [{ name: 'podcast.example.net' }], waf: 'on' },
      ]),
      cronJobs: cronJobs(id, [['Feeds', 'media', 'php feeds.php', '*/20 * * * *']]),
      supervisorJobs: supervisorJobs(id, [
        {
          label: 'transcoder',
          username: 'media',
          command: '/usr/bin/python3 transcode.py',
          numprocs: 2,
        },
      ]),
      firewallRules: firewallRules(id, [
        ['22', 'tcp'],
        ['443', 'tcp'],
      ]),
      systemUsers: systemUsers(id, ['media']),
      databaseUsers: databaseUsers(id, ['gallery']),
      databases: databases(id, [['gallery', [0], 'utf8mb4_0900_ai_ci']]),
      logs: logEntries(id, [['Info', 'A transfer of the server was asked for']]),
    }),
};

/** A small IPv6-only server without a country. */
export const lab: ServerSeed = {
  record: serverRecord({
    id: 7,
    name: 'ipv6-lab',
    ipAddress: '2001:db8:7::1',
    provider: 'own hardware',
    country_iso_code: null,
    os: 'Debian',
    osVersion: '12',
    securityUpdate: false,
    tags: ['lab'],
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 1,
        memoryGb: 1,
        diskGb: 20,
        diskUsed: 0.2,
        memoryUsed: 0.42,
        load: 0.01,
        uptime: '200 days, 3 hours',
        reported: '2024-10-27 05:58:40',
      }),
      services: services(['nginx', 'php83', 'redis'], ['redis']),
      webApplications: webApplications(id, [
        {
          name: 'playground',
          type: 'custom',
          stack: 'nativenginx',
          stackMode: 'development',
          domains: [{ name: 'lab.example.org' }],
        },
      ]),
      ssh: sshConfig(id, { passwordlessLogin: true, preventRootLogin: false, useDns: false }),
      sshKeys: sshKeys(id, [['Key at home', 'webmaster']]),
      systemUsers: systemUsers(id, ['experiments']),
    }),
};

/** Already transferred; reachable, but its agent has just lost the connection. */
export const transferred: ServerSeed = {
  record: serverRecord({
    id: 8,
    name: 'transferred-oslo',
    ipAddress: '203.0.113.80',
    country_iso_code: 'NO',
    connected: false,
    transferStatus: 'TRANSFERRED',
    softwareUpdate: true,
  }),
  contents: (id) =>
    contents(id, {
      services: services(['nginx', 'mariadb', 'php83']),
      webApplications: webApplications(id, [
        { name: 'wiki', domains: [{ name: 'wiki.example.com', ssl: 'letsencrypt' }], waf: 'off' },
      ]),
      cronJobs: cronJobs(id, [['Wiki jobs', 'webmaster', 'php runJobs.php', '* * * * *']]),
      firewallRules: firewallRules(id, [['443', 'tcp']]),
    }),
};

/** Another account's server that is shared with this one. */
export const sharedServer: ServerSeed = {
  record: serverRecord({
    id: 9,
    name: 'shared-madrid',
    ipAddress: '198.51.100.90',
    provider: 'linode',
    country_iso_code: 'ES',
    tags: ['partner'],
  }),
  shared: true,
  contents: (id) =>
    contents(id, {
      services: services(['nginx', 'mysql', 'php82']),
      webApplications: webApplications(id, [
        { name: 'tickets', phpVersion: 'php82', domains: [{ name: 'tickets.example.net' }] },
      ]),
      firewallRules: firewallRules(id, [['22', 'tcp']]),
    }),
};
