import { hasCertificate } from './certificateStorage';
import { type Knowledge, type Known, type KnownList, toReference } from './knowledge';
import { isObject } from '../base/json';
import { toTime } from '../base/moment';
import type { Resource } from '../resources/kinds/kind';
import type { KindId } from '../resources/kinds/kinds';
import { deploymentStatusOf, isNeverDeployed } from '../resources/index/resourceIndex';
import { certificateIn } from '../resources/kinds/ssl';
import { useOf } from '../resources/serverFacts';
import { type ResourceReference, toKey } from '../resources/reference';

export type AreaUnit = 'account' | 'server' | 'webApplication' | 'domain';

export interface Area {
  readonly id: KindId | 'health';
  readonly unit: AreaUnit;
  readonly checked: number;
  readonly total: number;
}

export function* findAreas(
  knowledge: Knowledge,
  accounts: readonly string[],
): Generator<unknown, readonly Area[]> {
  const inAccounts = (kind: KindId): readonly ResourceReference[] =>
    knowledge
      .of(kind)
      .map(({ reference }) => reference)
      .filter(({ account }) => accounts.includes(account));
  const servers = inAccounts('server');
  const applications = inAccounts('webApplication');
  const domains = inAccounts('domain');
  const listOf = (kind: KindId, { account, ids }: ResourceReference): KnownList | undefined =>
    knowledge.list({ account, kind, parents: ids });
  const isListed = (kind: KindId) => (above: ResourceReference) => isChecked(listOf(kind, above));
  const areSshSettingsRead = (server: ResourceReference): boolean => {
    const settings = knowledge.single({ ...server, kind: 'sshSettings' });
    return settings !== undefined && isJudged('sshSettings', settings);
  };
  const isHealthKnown = (server: ResourceReference): boolean => {
    const health = knowledge.health.get(toKey(server))?.resource ?? {};
    return useOf(health, 'disk') !== undefined && useOf(health, 'memory') !== undefined;
  };
  const isCertificateRead = (kind: KindId) => (above: ResourceReference) =>
    isRead(knowledge, { ...above, kind });
  const isListedIn = (kind: KindId) => (account: string) =>
    isChecked(knowledge.list({ account, kind, parents: [] }));
  return [
    ...(yield* count('server', 'account', accounts, isListedIn('server'))),
    ...(yield* count('health', 'server', servers, isHealthKnown)),
    ...(yield* count('service', 'server', servers, isListed('service'))),
    ...(yield* count('sshSettings', 'server', servers, areSshSettingsRead)),
    ...(yield* count('firewallRule', 'server', servers, isListed('firewallRule'))),
    ...(yield* count('cronJob', 'server', servers, isListed('cronJob'))),
    ...(yield* count('supervisorJob', 'server', servers, isListed('supervisorJob'))),
    ...(yield* count('webApplication', 'server', servers, isListed('webApplication'))),
    ...(yield* count('domain', 'webApplication', applications, isListed('domain'))),
    ...(yield* count('sharedSsl', 'webApplication', applications, isCertificateRead('sharedSsl'))),
    ...(yield* count('ssl', 'domain', domains, isCertificateRead('ssl'))),
    ...(yield* count('atomicProject', 'account', accounts, isListedIn('atomicProject'))),
  ];
}

function* count<T>(
  id: Area['id'],
  unit: AreaUnit,
  all: readonly T[],
  isKnown: (each: T) => boolean,
): Generator<unknown, readonly Area[]> {
  let checked = 0;
  for (const each of all) yield isKnown(each) && (checked += 1);
  return all.length > 0 ? [{ id, unit, checked, total: all.length }] : [];
}

/** The certificates that can be checked: those of domains, and those that domains share. */
export function certificatesOf(knowledge: Knowledge): readonly ResourceReference[] {
  const own = knowledge
    .lists('domain')
    .flatMap(({ collection, items }) => items.map((item) => toReference(collection, item)))
    .map((domain) => ({ ...domain, kind: 'ssl' as const }));
  const shared = knowledge
    .of('webApplication')
    .map(({ reference }) => ({ ...reference, kind: 'sharedSsl' as const }));
  return [...shared, ...own];
}

/** Counts a certificate as read if it's known when it ends, or that there is none. */
export function isRead(knowledge: Knowledge, certificate: ResourceReference): boolean {
  const known = knowledge.single(certificate);
  if (!known || !hasCertificate(certificate, known)) return false;
  const own = certificateIn(certificate, known);
  return !own || toTime(own['validUntil']) !== undefined;
}

export function knownCertificates(knowledge: Knowledge): readonly Known[] {
  const shared = knowledge.of('sharedSsl').flatMap(({ reference, resource: { certificate } }) => {
    return isObject(certificate) ? [{ reference, resource: certificate }] : [];
  });
  return [...knowledge.of('ssl'), ...shared];
}

/** Offline servers can't report their health. */
export function serversOnline(knowledge: Knowledge): readonly ResourceReference[] {
  const isOnline = ({ resource }: Known): boolean =>
    resource['online'] !== false && resource['connected'] !== false;
  return knowledge
    .of('server')
    .filter(isOnline)
    .map(({ reference }) => reference);
}

/** The values that rules judge: without them, a resource was read but not checked. */
const judged: Partial<Record<KindId, (resource: Resource) => readonly unknown[]>> = {
  server: ({ connected, online, securityUpdate }) =>
    connected === false ? [] : [connected, online, securityUpdate],
  service: ({ running }) => [running],
  sshSettings: ({ passwordlessLogin, preventRootLogin }) => [passwordlessLogin, preventRootLogin],
  firewallRule: ({ port }) => [port],
  cronJob: ({ time }) => [time],
  supervisorJob: ({ processStates }) => [processStates || undefined],
  webApplication: ({ phpVersion }) => [phpVersion],
  atomicProject: (project) => [isNeverDeployed(project) || deploymentStatusOf(project)],
};

function isJudged(kind: KindId, resource: Resource): boolean {
  return judged[kind]?.(resource).every((value) => value !== undefined && value !== null) ?? true;
}

/** True if a list was read last time, with what rules judge of each item. */
function isChecked(list: KnownList | undefined): boolean {
  if (!list?.isWhole || list.isOutdated) return false;
  return list.items.every((item) => isJudged(list.collection.kind, item));
}
