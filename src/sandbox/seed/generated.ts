import { createRandom, integerBetween, pick } from '../random';
import type { ServerContents } from '../state/contents';
import type { ServerRecord } from '../state/server';
import { seedDate } from './dates';
import { databases, databaseUsers, systemUsers } from './parts/access';
import { contents } from './parts/contents';
import { machine, services } from './parts/facts';
import { cronJobs, supervisorJobs } from './parts/jobs';
import { firewallRules } from './parts/security';
import { serverRecord } from './parts/server';
import { webApplications } from './parts/webApplications';

/** A server generated from its id, always the same. */
export function generateServer(id: number): ServerRecord {
  const random = createRandom(id);
  const online = random() < 0.9;
  return serverRecord({
    id,
    name: `node-${String(id).padStart(5, '0')}`,
    ipAddress: `2001:db8:${(id >>> 16).toString(16)}:${(id & 0xffff).toString(16)}::1`,
    provider: pick(random, ['digitalocean', 'linode', 'vultr']),
    stack: pick(random, ['nginx', 'nginx', 'openlitespeed']),
    country_iso_code: pick(random, ['DE', 'NL', 'SG', 'GB', 'FR', 'ES', null]),
    osVersion: pick(random, ['20.04', '22.04', '24.04']),
    online,
    softwareUpdate: random() < 0.2,
    securityUpdate: random() < 0.8,
    created_at: seedDate(id % 300, id % 1440),
    tags: id % 10 === 0 ? ['fleet', 'canary'] : ['fleet'],
  });
}

/** A little of everything for a generated server, always the same. */
export function generateContents(id: number): ServerContents {
  const random = createRandom(~id);
  const sites = Array.from(
    { length: integerBetween(random, 1, 3) },
    (_, site) => `site${site + 1}`,
  );
  return contents(id, {
    ...machine({
      cores: integerBetween(random, 1, 16),
      memoryGb: integerBetween(random, 1, 32),
      diskGb: integerBetween(random, 2, 40) * 10,
      diskUsed: integerBetween(random, 5, 95) / 100,
      load: integerBetween(random, 0, 400) / 100,
      uptime: `${integerBetween(random, 1, 300)} days, 1 hour`,
      reported: '1 minute ago',
      memoryUsed: integerBetween(random, 5, 95) / 100,
    }),
    services: services(['nginx', 'mariadb', 'php83', 'supervisor']),
    webApplications: webApplications(
      id,
      sites.map((name) => ({
        name,
        domains: [{ name: `${name}.node-${id}.example.net`, ssl: 'letsencrypt' }],
        cache: 'on',
      })),
    ),
    cronJobs: cronJobs(id, [
      ['Backup', 'webmaster', '/usr/local/bin/backup', `${id % 60} 3 * * *`],
      ['WordPress cron', 'webmaster', 'wp cron event run --due-now', '*/10 * * * *'],
    ]),
    supervisorJobs: supervisorJobs(id, [
      { label: 'worker', username: 'webmaster', command: '/usr/bin/php worker.php' },
    ]),
    firewallRules: firewallRules(id, [
      ['22', 'tcp'],
      ['443', 'tcp'],
    ]),
    systemUsers: systemUsers(id, ['deploy']),
    databaseUsers: databaseUsers(id, ['app']),
    databases: databases(id, [['app', [0]]]),
  });
}
