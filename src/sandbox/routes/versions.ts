import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { atomicProjectRoutes } from './atomicProjects';
import { cacheRoutes } from './cache';
import { canvasRoutes } from './canvases';
import { cronJobRoutes } from './cronJobs';
import { databaseRoutes } from './databases';
import { databaseUserRoutes } from './databaseUsers';
import { domainRoutes } from './domains';
import { domainSslRoutes } from './domainSsl';
import { firewallRoutes } from './firewall';
import { type Group, groupRoutes } from './groups';
import { hubRoutes } from './hub';
import { integrationRoutes } from './integrations';
import { pingRoutes } from './ping';
import { serverFactRoutes } from './serverFacts';
import { serverRoutes } from './servers';
import { olderSshKeyRoutes, sshConfigRoutes, sshKeyRoutes, sshSettingRoutes } from './ssh';
import { supervisorRoutes } from './supervisors';
import { systemUserRoutes } from './systemUsers';
import { wafRoutes } from './waf';
import { webApplicationRoutes } from './webApplications';

function group(families: readonly SandboxRoutes[]): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  for (const family of families) routes.route('/', family);
  return routes;
}

/** Reads of v3 that old personal spaces were seen to answer in v2, too. */
const readsOfV2 = [
  '/servers',
  '/servers/:serverId',
  '/servers/:serverId/stats',
  '/servers/:serverId/hardwareinfo',
  '/servers/:serverId/health/latest',
  '/servers/:serverId/php/version',
  '/servers/:serverId/logs',
  '/servers/:serverId/supervisors',
  '/servers/:serverId/supervisors/:supervisorId',
  '/servers/:serverId/webapps',
  '/servers/:serverId/webapps/:webappId',
  '/servers/:serverId/webapps/:webappId/settings',
  '/servers/:serverId/webapps/:webappId/git',
  '/servers/:serverId/webapps/:webappId/domains',
  '/servers/:serverId/webapps/:webappId/domains/:domainId',
  '/servers/:serverId/services',
  '/servers/:serverId/security/firewalls',
  '/servers/:serverId/security/firewalls/:firewallId',
  '/servers/:serverId/users',
  '/servers/:serverId/users/:systemUserId',
  '/servers/:serverId/databases',
  '/servers/:serverId/databases/:databaseId',
];

/** What v2 serves (API §9 rule 2). */
export function v2Routes(without: readonly Group[] = []): SandboxRoutes {
  const own = group([
    pingRoutes(),
    cronJobRoutes(),
    databaseUserRoutes(),
    sshSettingRoutes(),
    olderSshKeyRoutes(),
    ...groupRoutes('v2', without),
  ]);
  for (const { method, path, handler } of v3Routes(without).routes) {
    if (method === 'GET' && readsOfV2.includes(path)) own.get(path, handler);
  }
  return own;
}

/** What v3 serves (API §9 rule 2); cron jobs and database users were observed here too. */
export function v3Routes(without: readonly Group[] = []): SandboxRoutes {
  return group([
    pingRoutes(),
    serverRoutes(),
    serverFactRoutes(),
    webApplicationRoutes(),
    domainRoutes(),
    domainSslRoutes(),
    cacheRoutes(),
    wafRoutes(),
    hubRoutes(),
    cronJobRoutes(),
    supervisorRoutes(),
    firewallRoutes(),
    sshSettingRoutes(),
    sshConfigRoutes(),
    sshKeyRoutes(),
    systemUserRoutes(),
    databaseRoutes(),
    databaseUserRoutes(),
    integrationRoutes(),
    canvasRoutes(),
    atomicProjectRoutes(),
    ...groupRoutes('v3', without),
  ]);
}
