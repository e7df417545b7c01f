import type { ResourceId } from './kinds/kind';
import { type KindId, fileEndingOf, findKind, isKindId, kinds, lineage } from './kinds/kinds';

/** Identifies one resource: its account, its kind and the ids from the outermost to its own. */
export interface ResourceReference {
  readonly account: string;
  readonly kind: KindId;
  /** A kind with exactly one resource per parent has no id of its own. */
  readonly ids: readonly ResourceId[];
}

/** Identifies all resources of a kind below one parent. */
export interface CollectionReference {
  readonly account: string;
  readonly kind: KindId;
  readonly parents: readonly ResourceId[];
}

/** One resource, or the collection that gets a new one. */
export type Target = ResourceReference | CollectionReference;

/** The target as a resource. @throws TypeError if it is a collection. */
export function asResource(target: Target): ResourceReference {
  if ('ids' in target) return target;
  throw new TypeError(`Expected one ${target.kind}, not all of them`);
}

/** A resource of a collection; without an id, the only one that a parent has. */
export function resourceIn(
  { account, kind, parents }: CollectionReference,
  id?: ResourceId,
): ResourceReference {
  return { account, kind, ids: id === undefined ? parents : [...parents, id] };
}

/** The ids from the outermost on: of a resource with its own, of a collection those of its parents. */
export function idsOf(target: Target): readonly ResourceId[] {
  return 'ids' in target ? target.ids : target.parents;
}

export function toKey(reference: Target): string {
  const isOne = 'ids' in reference;
  // Concatenated without arrays, because this runs for every resource of a large fleet.
  let key = `${reference.account}/${reference.kind}/${isOne ? 'one' : 'all'}`;
  for (const id of idsOf(reference)) key += `/${id}`;
  return key;
}

export function serversOf(account: string): CollectionReference {
  return { account, kind: 'server', parents: [] };
}

export function isServer({ kind }: Pick<Target, 'kind'>): boolean {
  return kind === 'server';
}

/** The server that something is or is on; undefined for anything else in an account. */
export function serverOf(target: Target): ResourceReference | undefined {
  const [id] = idsOf(target);
  const [top] = lineage(target.kind);
  if (id === undefined || !top || !isServer({ kind: top.id })) return undefined;
  return { account: target.account, kind: top.id, ids: [id] };
}

export function collectionBelow(
  { account, ids }: ResourceReference,
  kind: KindId,
): CollectionReference {
  return { account, kind, parents: ids };
}

/** The firewall rules of the server that something is on. */
export function rulesBeside(on: Target): CollectionReference {
  return { account: on.account, kind: 'firewallRule', parents: idsOf(on).slice(0, 1) };
}

/** The resource with this data in a collection. */
export function itemOf(
  { account, kind, parents }: CollectionReference,
  { id }: { readonly id?: unknown },
): ResourceReference {
  return { account, kind, ids: [...parents, id as ResourceId] };
}

export function isResourceId(value: unknown): value is ResourceId {
  return Number.isSafeInteger(value) || (typeof value === 'string' && value !== '');
}

/** The collection that a resource is in; a collection is its own. */
export function collectionOf(target: Target): CollectionReference {
  if (!('ids' in target)) return target;
  const { account, kind, ids } = target;
  return { account, kind, parents: findKind(kind).variable ? ids.slice(0, -1) : ids };
}

export function parentOf(target: Target): ResourceReference | undefined {
  const { parents, account, kind } = collectionOf(target);
  const parent = findKind(kind).parent;
  return parent ? { account, kind: parent, ids: parents } : undefined;
}

/** True if a resource equals another, or is below it at any depth. */
export function isWithin(reference: ResourceReference, other: ResourceReference): boolean {
  return reference.account === other.account && isIn(reference, other);
}

type Place = Pick<ResourceReference, 'kind' | 'ids'>;

/** The same within one account. */
export function isIn(place: Place, other: Place): boolean {
  return (
    lineage(place.kind).some(({ id }) => id === other.kind) &&
    other.ids.every((id, index) => place.ids[index] === id)
  );
}

export function toPathValues(target: Target): Readonly<Record<string, ResourceId>> {
  const ids = idsOf(target);
  const variables = lineage(target.kind).flatMap(({ variable }) => (variable ? [variable] : []));
  return Object.fromEntries(
    variables.slice(0, ids.length).map((variable, index) => [variable, ids[index] ?? '']),
  );
}

/** Separates documents from a person's own files where VS Code matches by path alone. */
export const documentRoot = '/server-management';

/** Such as `/server-management/{account}/servers/12/cron-jobs/5.cron-job.json`. */
export function toDocumentPath(reference: ResourceReference): string {
  const levels = lineage(reference.kind);
  const folders = levels.flatMap(({ folder, variable }, index) =>
    index < levels.length - 1 ? [folder, String(reference.ids[index])] : variable ? [folder] : [],
  );
  const own = reference.ids.at(-1) ?? reference.account;
  const name = `${own}.${fileEndingOf(findKind(reference.kind))}`;
  return `${documentRoot}/${[reference.account, ...folders, name].join('/')}`;
}

/** Accepts paths with names (`toNamedPath`) or without; undefined for any other path. */
export function parseDocumentPath(path: string): ResourceReference | undefined {
  const match = /^\/server-management\/([a-z0-9-]+)\/(.+)\.([a-z-]+\.[a-z]+)$/.exec(path);
  const [, account, rest, ending] = match ?? [];
  const kind = kinds.find((each) => fileEndingOf(each) === ending);
  if (!account || rest === undefined || !kind) return undefined;
  const segments = rest.split('/');
  const depth = lineage(kind.id).filter(({ variable }) => variable).length;
  if (segments.length === 2 * depth - 1) {
    const ids = parseNamedIds(segments);
    return ids && { account, kind: kind.id, ids };
  }
  const numbers = segments.filter((segment) => /^\d+$/.test(segment)).map(Number);
  const reference = { account, kind: kind.id, ids: numbers.slice(0, depth) };
  return toDocumentPath(reference) === path ? reference : undefined;
}

const extensions = new Set(kinds.map((kind) => fileEndingOf(kind).split('.').at(-1)));

/** False for the path of a folder of documents. */
export function isDocumentName(path: string): boolean {
  const [, extension] = /\.([a-z]+)$/.exec(path) ?? [];
  return extensions.has(extension);
}

/** The resource whose row stands for one of a kind without rows; otherwise the resource itself. */
export function rowOf(reference: ResourceReference): ResourceReference {
  const { shownBy } = findKind(reference.kind);
  return isKindId(shownBy) ? { ...reference, kind: shownBy } : reference;
}

/** The ids in segments that alternate between resources and folders of kinds. */
export function parseNamedIds(segments: readonly string[]): readonly number[] | undefined {
  const ids = segments.filter((_, index) => index % 2 === 0).map(idAtEnd);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** The id in a segment such as `Nightly backup~101` or `101`. */
function idAtEnd(segment: string): number | undefined {
  const [, digits] = /^(?:.*~)?(\d+)$/.exec(segment) ?? [];
  return digits !== undefined && String(Number(digits)) === digits ? Number(digits) : undefined;
}
