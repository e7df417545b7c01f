import type { KindId, ResourceId } from './kinds/kind';
import { findKind, kinds, lineage } from './kinds/kinds';

/** Names one resource: its account, its kind and the ids from the outermost to its own. */
export interface ResourceReference {
  readonly account: string;
  readonly kind: KindId;
  /** A kind of which a parent has exactly one has no id of its own. */
  readonly ids: readonly ResourceId[];
}

/** Names all resources of a kind below one parent. */
export interface CollectionReference {
  readonly account: string;
  readonly kind: KindId;
  /** The parents' ids, from the outermost. */
  readonly parents: readonly ResourceId[];
}

/** A text that tells references apart and stays the same between sessions. */
export function toKey(reference: ResourceReference | CollectionReference): string {
  const ids = 'ids' in reference ? ['one', ...reference.ids] : ['all', ...reference.parents];
  return [reference.account, reference.kind, ...ids].join('/');
}

/** The collection that a resource belongs to. */
export function collectionOf(reference: ResourceReference): CollectionReference {
  const { variable } = findKind(reference.kind);
  const parents = variable ? reference.ids.slice(0, -1) : reference.ids;
  return { account: reference.account, kind: reference.kind, parents };
}

/** The resource that a resource or collection hangs under; nothing at the account's top. */
export function parentOf(
  reference: ResourceReference | CollectionReference,
): ResourceReference | undefined {
  const { parents, account, kind } = 'ids' in reference ? collectionOf(reference) : reference;
  const parent = findKind(kind).parent;
  return parent ? { account, kind: parent, ids: parents } : undefined;
}

/** Whether a resource is another one, or hangs under it at any depth. */
export function isWithin(reference: ResourceReference, other: ResourceReference): boolean {
  return (
    reference.account === other.account &&
    lineage(reference.kind).some(({ id }) => id === other.kind) &&
    other.ids.every((id, index) => reference.ids[index] === id)
  );
}

/** The values of a path's variables for a resource or its collection. */
export function toPathValues(
  reference: ResourceReference | CollectionReference,
): Readonly<Record<string, ResourceId>> {
  const ids = 'ids' in reference ? reference.ids : reference.parents;
  const variables = lineage(reference.kind).flatMap(({ variable }) => (variable ? [variable] : []));
  return Object.fromEntries(
    variables.slice(0, ids.length).map((variable, index) => [variable, ids[index] ?? '']),
  );
}

const documentRoot = '/server-management';

/**
 * The path of a resource's document, `/server-management/{account}/servers/12/cron-jobs/5.cron-job.json`
 * for one. It alone names the resource; neither content nor a secret is ever in it. The first folder
 * sets these documents apart from a person's own files where the editor matches by path alone.
 */
export function toDocumentPath(reference: ResourceReference): string {
  const levels = lineage(reference.kind);
  const folders = levels.flatMap(({ folder, variable }, index) =>
    index < levels.length - 1 ? [folder, String(reference.ids[index])] : variable ? [folder] : [],
  );
  const name = `${reference.ids.at(-1) ?? reference.account}.${findKind(reference.kind).suffix}.json`;
  return `${documentRoot}/${[reference.account, ...folders, name].join('/')}`;
}

/** The resource that a document's path names, or nothing where it is not such a path. */
export function parseDocumentPath(path: string): ResourceReference | undefined {
  const match = /^\/server-management\/([a-z0-9-]+)(\/(?:.*\/)?[^/.]+\.([a-z-]+)\.json)$/.exec(
    path,
  );
  const [, account, rest, suffix] = match ?? [];
  const kind = kinds.find((each) => each.suffix === suffix);
  if (!account || !rest || !kind) return undefined;
  const numbers = rest.match(/(?<=\/)\d+(?=[/.])/g)?.map(Number) ?? [];
  const depth = lineage(kind.id).filter(({ variable }) => variable).length;
  const reference = { account, kind: kind.id, ids: numbers.slice(0, depth) };
  return toDocumentPath(reference) === path ? reference : undefined;
}
