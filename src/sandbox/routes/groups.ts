import { Hono } from 'hono';
import type { SandboxEnv, SandboxRoutes } from '../http/environment';
import { Refusal } from '../http/refusal';
import { deploymentRoutes } from './atomicProjects';
import { grantListRoutes } from './databases';
import { collationRoutesOfV2, fixedListRoutes } from './fixedLists';
import { cacheEngineRoutes } from './cacheEngine';
import { defaultApplicationRoutes } from './defaultApplication';
import { dnsRoutes } from './dns';
import { gitRoutes } from './git';
import { installerRoutes } from './installers';
import { cronTableRoutes, rebuildRoutes } from './rebuilds';
import { diskCleanerRoutes, installationScriptRoutes, tagRoutes } from './serverCare';
import { wafRuleRoutes } from './wafRules';
import { phpVersionRoutes, webApplicationSettingRoutes } from './webApplicationSettings';
import { webApplicationSslRoutes } from './webApplicationSsl';
import { wordPressConfigRoutes } from './wordPressConfig';

/** A part of the API in the versions that offer it. */
interface GroupRoutes {
  readonly v3: () => SandboxRoutes;
  readonly v2?: () => SandboxRoutes;
}

/** What services of this family may lack: each group can be switched off. */
const groups = {
  settings: { v3: webApplicationSettingRoutes },
  php: { v3: phpVersionRoutes },
  wordpress: { v3: wordPressConfigRoutes },
  default: { v3: defaultApplicationRoutes },
  installers: { v3: installerRoutes },
  rebuild: { v3: rebuildRoutes, v2: cronTableRoutes },
  git: { v3: gitRoutes },
  deployments: { v3: deploymentRoutes },
  dns: { v3: dnsRoutes },
  ssl: { v3: webApplicationSslRoutes },
  wafrules: { v3: wafRuleRoutes },
  cacheengine: { v3: cacheEngineRoutes },
  installationscript: { v3: installationScriptRoutes },
  tags: { v3: tagRoutes },
  diskcleaner: { v3: diskCleanerRoutes },
  grants: { v3: grantListRoutes },
  lists: { v3: fixedListRoutes, v2: collationRoutesOfV2 },
} satisfies Readonly<Record<string, GroupRoutes>>;

/** A group of operations that can be switched off. */
export type Group = keyof typeof groups;

/** The names of all groups. */
export const groupNames = Object.keys(groups) as readonly Group[];

/** The routes of all groups under a version; those that are switched off answer 404. */
export function groupRoutes(version: 'v2' | 'v3', without: readonly Group[]): SandboxRoutes[] {
  return groupNames.flatMap((name) => {
    const routes = (groups[name] as GroupRoutes)[version]?.();
    if (!routes) return [];
    return [without.includes(name) ? switchedOff(routes) : routes];
  });
}

function switchedOff({ routes }: SandboxRoutes): SandboxRoutes {
  const missing = new Hono<SandboxEnv>();
  for (const { method, path } of routes) {
    missing.on(method, path, () => {
      throw new Refusal(404, 'The requested resource is unavailable.');
    });
  }
  return missing;
}
