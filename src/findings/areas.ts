import type { Knowledge, Known, KnownList } from './knowledge';
import { isObject } from '../base/json';
import { toTime } from '../base/moment';
import type { Resource } from '../resources/kinds/kind';
import { childKinds, findKind, type KindId, kinds, lineage } from '../resources/kinds/kinds';
import { deploymentStatusOf, isNeverDeployed } from '../resources/index/resourceIndex';
import { isCertificate } from '../resources/kinds/ssl';
import { useOf } from '../resources/serverFacts';
import {
  type CollectionReference,
  resourceIn,
  type ResourceReference,
  serversOf,
  toKey,
} from '../resources/reference';

export type AreaUnit = 'account' | 'server' | 'webApplication' | 'domain';

export interface Area {
  readonly id: KindId | 'health';
  readonly unit: AreaUnit;
  readonly checked: number;
  readonly total: number;
}

/** What is checked, in the order in which it's shown: below accounts, or below what they have. */
const areaIds: readonly Area['id'][] = [
  'server',
  'health',
  'service',
  'sshSettings',
  'firewallRule',
  'cronJob',
  'supervisorJob',
  'webApplication',
  'domain',
  'sharedSsl',
  'ssl',
  'atomicProject',
];

export function* findAreas(
  knowledge: Knowledge,
  accounts: readonly string[],
): Generator<unknown, readonly Area[]> {
  const areas: Area[] = [];
  for (const id of areaIds) {
    const parent = id === 'health' ? 'server' : findKind(id).parent;
    const all = parent
      ? knowledge.of(parent).map(({ reference }) => reference)
      : accounts.map((account) => ({ account, ids: [] }));
    const above = all.filter(({ account }) => accounts.includes(account));
    let checked = 0;
    for (const each of above) yield isKnown(knowledge, id, each) && (checked += 1);
    const unit = (parent ?? 'account') as AreaUnit;
    if (above.length > 0) areas.push({ id, unit, checked, total: above.length });
  }
  return areas;
}

function isKnown(
  knowledge: Knowledge,
  id: Area['id'],
  { account, ids }: Pick<ResourceReference, 'account' | 'ids'>,
): boolean {
  if (id === 'health') {
    const server = resourceIn(serversOf(account), ids[0]);
    const health = knowledge.health.get(toKey(server))?.resource ?? {};
    return useOf(health, 'disk') !== undefined && useOf(health, 'memory') !== undefined;
  }
  return findKind(id).variable === undefined
    ? isRead(knowledge, { account, kind: id, ids })
    : isChecked(knowledge.list({ account, kind: id, parents: ids }));
}

const certified = kinds.filter(({ certificate }) => certificate);

/** Lists what of these kinds is, or can be, below a resource, at any depth. */
export async function findBelow(
  { account, kind, ids }: ResourceReference,
  wanted: readonly KindId[],
  list: (collection: CollectionReference) => Promise<readonly ResourceReference[]>,
): Promise<readonly ResourceReference[]> {
  const found = childKinds(kind).map(async ({ id, variable }) => {
    if (!wanted.some((each) => lineage(each).some((one) => one.id === id))) return [];
    const own = { account, kind: id, ids };
    const items = variable ? await list({ account, kind: id, parents: ids }) : [own];
    const below = await Promise.all(items.map((each) => findBelow(each, wanted, list)));
    return [...(wanted.includes(id) ? items : []), ...below.flat()];
  });
  return (await Promise.all(found)).flat();
}

/** The certificates that can be checked: first those that domains share. */
export function certificatesOf(knowledge: Knowledge): readonly ResourceReference[] {
  return certified
    .toReversed()
    .flatMap(({ id, parent }) =>
      parent ? knowledge.of(parent).map(({ reference }) => ({ ...reference, kind: id })) : [],
    );
}

/** Also true for a resource that contains the one that a web application's domains share. */
export function hasCertificate(kind: KindId, resource: Resource): boolean {
  const { certificate } = findKind(kind);
  return (
    certificate !== undefined &&
    (resource['advancedSSL'] !== false || certificate(resource) !== undefined)
  );
}

/** The certificate of a domain, or the one that the domains of a web application share. */
export function certificateIn(kind: KindId, resource: Resource): Resource | undefined {
  const certificate = findKind(kind).certificate?.(resource);
  return isCertificate(certificate) ? certificate : undefined;
}

/** True if a resource is known with what rules judge of it. */
export function isRead(knowledge: Knowledge, reference: ResourceReference): boolean {
  const known = knowledge.single(reference);
  return known !== undefined && isJudged(reference.kind, known);
}

export function knownCertificates(knowledge: Knowledge): readonly Known[] {
  return certified.flatMap(({ id, certificate }) =>
    knowledge.of(id).flatMap(({ reference, resource }) => {
      const found = certificate?.(resource);
      return isObject(found) ? [{ reference, resource: found }] : [];
    }),
  );
}

/** Offline servers can't report their health. */
export function serversOnline(knowledge: Knowledge): readonly ResourceReference[] {
  const isOnline = ({ resource }: Known): boolean =>
    resource['online'] !== false && resource['connected'] !== false;
  return knowledge.servers.filter(isOnline).map(({ reference }) => reference);
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
  ssl: (read) => endsIn('ssl', read),
  sharedSsl: (read) => endsIn('sharedSsl', read),
};

/** When the certificate ends that a resource is or contains; empty if there is none. */
function endsIn(kind: KindId, read: Resource): readonly unknown[] {
  if (!hasCertificate(kind, read)) return [undefined];
  const certificate = certificateIn(kind, read);
  return certificate ? [toTime(certificate['validUntil'])] : [];
}

function isJudged(kind: KindId, resource: Resource): boolean {
  return judged[kind]?.(resource).every((value) => value !== undefined && value !== null) ?? true;
}

/** True if a list was read last time, with what rules judge of each item. */
function isChecked(list: KnownList | undefined): boolean {
  if (!list?.isWhole || list.isOutdated) return false;
  return list.items.every((item) => isJudged(list.collection.kind, item));
}
