import { databases, databaseUsers, systemUsers } from '../parts/access';
import { contents } from '../parts/contents';
import { logEntries, machine, services } from '../parts/facts';
import { type CronJobSeed, cronJobs, supervisorJobs } from '../parts/jobs';
import { firewallRules, sshConfig, sshKeys } from '../parts/security';
import { type ServerSeed, serverRecord } from '../parts/server';
import { webApplications } from '../parts/webApplications';

const branches = 57;

/** More jobs than fit on a page: an export for each branch. */
const branchExports = Array.from({ length: branches }, (_, index): CronJobSeed => {
  const branch = String(index + 1).padStart(2, '0');
  const enabled = index % 9 === 8 ? 0 : 1;
  return [
    `Export of branch ${branch}`,
    'batch',
    `/home/batch/bin/export --branch ${branch}`,
    `${index} ${index % 24} * * ${index % 7}`,
    enabled,
  ];
});

const applications: Parameters<typeof webApplications>[1] = [
  {
    name: 'exports',
    type: 'custom',
    stack: 'customnginx',
    defaultApp: true,
    domains: [{ name: 'expired.example.net', ssl: 'letsencrypt', staging: true, endsIn: -20 }],
  },
  { name: 'handbook', domains: [{ name: 'handbook.example.net' }], waf: 'off', cache: 'on' },
  {
    name: 'status',
    type: 'custom',
    domains: [{ name: 'renewal-failed.example.net', ssl: 'letsencrypt', endsIn: 20 }],
    hub: 'native',
  },
];

/** A server for nightly work, with more cron jobs than fit on a page. */
export const batch: ServerSeed = {
  record: serverRecord({
    id: 2,
    name: 'batch-amsterdam',
    ipAddress: '192.0.2.20',
    provider: 'linode',
    country_iso_code: 'NL',
    osVersion: '22.04',
    softwareUpdate: true,
    tags: ['batch'],
  }),
  contents: (id) =>
    contents(id, {
      ...machine({
        cores: 8,
        memoryGb: 16,
        diskGb: 320,
        diskUsed: 0.31,
        memoryUsed: 0.81,
        load: 4.02,
        uptime: '3 days, 2 hours',
        reported: '2024-10-27 06:00:12',
      }),
      services: services(['nginx', 'mysql', 'php83', 'redis', 'supervisor']),
      webApplications: webApplications(id, applications),
      cronJobs: cronJobs(id, branchExports),
      supervisorJobs: supervisorJobs(id, [
        {
          label: 'export-worker',
          username: 'batch',
          command: '/usr/bin/python3 worker.py --queue exports',
          numprocs: 4,
        },
      ]),
      firewallRules: firewallRules(id, [
        ['22', 'tcp', '198.51.100.17', 'accept'],
        ['80', 'tcp'],
        ['443', 'tcp'],
      ]),
      ssh: sshConfig(id, { passwordlessLogin: false, preventRootLogin: true, useDns: true }),
      sshKeys: sshKeys(id, [['Operations', 'webmaster']]),
      systemUsers: systemUsers(id, ['batch']),
      databaseUsers: databaseUsers(id, ['batch']),
      databases: databases(id, [['exports', [0]]]),
      logs: logEntries(id, [
        ['Warning', 'Software updates are waiting'],
        ['Info', 'Cron job Export of branch 57 was created'],
      ]),
    }),
};
