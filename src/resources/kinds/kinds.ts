import { atomicProjectKind } from './atomicProject';
import { blockedAddressKind } from './blockedAddress';
import { cacheConfigurationKind } from './cacheConfiguration';
import { canvasKind } from './canvas';
import { cronJobKind } from './cronJob';
import { databaseKind } from './database';
import { databaseUserKind } from './databaseUser';
import { deployScriptKind } from './deployScript';
import { deploymentKind } from './deployment';
import { domainKind } from './domain';
import { firewallRuleKind } from './firewallRule';
import { gitRepositoryKind } from './gitRepository';
import { hubCacheKind } from './hubCache';
import { installerKind } from './installer';
import { integrationKind } from './integration';
import type { DefinedKind } from './kind';
import { logEntryKind } from './logEntry';
import { serverKind } from './server';
import { serviceKind } from './service';
import { sharedSslKind } from './sharedSsl';
import { sshKeyKind } from './sshKey';
import { sshConfigKind, sshSettingsKind, olderSshSettingsKind } from './sshSettings';
import { sslKind } from './ssl';
import { supervisorJobKind } from './supervisorJob';
import { systemUserKind } from './systemUser';
import { wafKind } from './waf';
import { webApplicationKind } from './webApplication';
import type { Account } from '../../accounts/account';
import { versionsFor } from '../../api/request';

const defined = [
  serverKind,
  webApplicationKind,
  gitRepositoryKind,
  deployScriptKind,
  domainKind,
  sslKind,
  sharedSslKind,
  cacheConfigurationKind,
  wafKind,
  hubCacheKind,
  installerKind,
  cronJobKind,
  supervisorJobKind,
  firewallRuleKind,
  blockedAddressKind,
  sshSettingsKind,
  sshConfigKind,
  olderSshSettingsKind,
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
] as const;

export type KindId = (typeof defined)[number]['id'];

export type ResourceKind = DefinedKind<KindId, KindId | undefined>;

/** All kinds, in the order in which a parent shows its children. */
export const kinds: readonly ResourceKind[] = defined;

const byId = new Map(kinds.map((kind) => [kind.id, kind]));

export function findKind(id: KindId): ResourceKind {
  const kind = byId.get(id);
  if (!kind) throw new TypeError(`No resource kind "${id}" is registered`);
  return kind;
}

export function isKindId(value: unknown): value is KindId {
  return kinds.some(({ id }) => id === value);
}

export function lineage(id: KindId): readonly ResourceKind[] {
  const kind = findKind(id);
  return kind.parent ? [...lineage(kind.parent), kind] : [kind];
}

export function childKinds(id: KindId): readonly ResourceKind[] {
  return kinds.filter(({ parent, shownBy }) => parent === id && shownBy === undefined);
}

/** How the names of a kind's documents end, such as `cron-job.json`. */
export function fileEndingOf({ suffix, document }: ResourceKind): string {
  return `${suffix}.${document?.text?.extension ?? 'json'}`;
}

export function isReadable(
  kind: ResourceKind,
  { authentication }: Pick<Account, 'authentication'>,
): boolean {
  const endpoint = kind.operations.list ?? kind.operations.read;
  return (
    authentication === 'token' || (endpoint && versionsFor(endpoint, 'basic').length > 0) === true
  );
}

/** True if an account has access to a kind or anything below it. */
export function isAvailable(kind: ResourceKind, account: Pick<Account, 'authentication'>): boolean {
  return (
    isReadable(kind, account) || childKinds(kind.id).some((child) => isAvailable(child, account))
  );
}
