import { atomicProjectKind } from './atomicProject';
import { blockedAddressKind } from './blockedAddress';
import { cacheConfigurationKind } from './cacheConfiguration';
import { canvasKind } from './canvas';
import { cronJobKind } from './cronJob';
import { databaseKind } from './database';
import { databaseUserKind } from './databaseUser';
import { deploymentKind } from './deployment';
import { domainKind } from './domain';
import { firewallRuleKind } from './firewallRule';
import { hubCacheKind } from './hubCache';
import { integrationKind } from './integration';
import type { KindId, ResourceKind } from './kind';
import { logEntryKind } from './logEntry';
import { serverKind } from './server';
import { serviceKind } from './service';
import { sshKeyKind } from './sshKey';
import { sshSettingsKind } from './sshSettings';
import { sslKind } from './ssl';
import { supervisorJobKind } from './supervisorJob';
import { systemUserKind } from './systemUser';
import { wafKind } from './waf';
import { webApplicationKind } from './webApplication';

/** Every kind, in the order in which a parent shows its children. */
export const kinds: readonly ResourceKind[] = [
  serverKind,
  webApplicationKind,
  domainKind,
  sslKind,
  cacheConfigurationKind,
  wafKind,
  hubCacheKind,
  cronJobKind,
  supervisorJobKind,
  firewallRuleKind,
  blockedAddressKind,
  sshSettingsKind,
  sshKeyKind,
  systemUserKind,
  databaseKind,
  databaseUserKind,
  serviceKind,
  logEntryKind,
  integrationKind,
  canvasKind,
  atomicProjectKind,
  deploymentKind,
];

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

/** The kind of this id. */
export function findKind(id: KindId): ResourceKind {
  const kind = byId.get(id);
  if (!kind) throw new TypeError(`No resource kind "${id}" is registered`);
  return kind;
}

/** Whether a value is the id of a kind. */
export function isKindId(value: unknown): value is KindId {
  return kinds.some(({ id }) => id === value);
}

/** A kind and those it hangs under, the outermost first. */
export function lineage(id: KindId): readonly ResourceKind[] {
  const kind = findKind(id);
  return kind.parent ? [...lineage(kind.parent), kind] : [kind];
}

/** The kinds that hang under a kind. */
export function childKinds(id: KindId): readonly ResourceKind[] {
  return kinds.filter(({ parent }) => parent === id);
}
