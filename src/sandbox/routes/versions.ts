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
import { hubRoutes } from './hub';
import { integrationRoutes } from './integrations';
import { pingRoutes } from './ping';
import { serverFactRoutes } from './serverFacts';
import { serverRoutes } from './servers';
import { sshConfigRoutes, sshKeyRoutes, sshSettingRoutes } from './ssh';
import { supervisorRoutes } from './supervisors';
import { systemUserRoutes } from './systemUsers';
import { wafRoutes } from './waf';
import { webApplicationRoutes } from './webApplications';

function group(families: readonly SandboxRoutes[]): SandboxRoutes {
  const routes = new Hono<SandboxEnv>();
  for (const family of families) routes.route('/', family);
  return routes;
}

/** What v2 serves (reference §9 rule 2). */
export function v2Routes(): SandboxRoutes {
  return group([pingRoutes(), cronJobRoutes(), databaseUserRoutes(), sshSettingRoutes()]);
}

/** What v3 serves (reference §9 rule 2); cron jobs and database users were observed here too. */
export function v3Routes(): SandboxRoutes {
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
  ]);
}
