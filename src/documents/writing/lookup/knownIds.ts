import { isThere } from './findLive';
import type { ResourceId } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import { isWhole } from '../../../resources/store/listing';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
} from '../../../resources/reference';
import type { ResourceStore } from '../../../resources/store/resourceStore';

/** Before something is created; undefined if they can't be read with one request. */
export async function noteIds(
  store: Pick<ResourceStore, 'peek' | 'find' | 'list'>,
  collection: CollectionReference,
  signal?: AbortSignal,
): Promise<readonly ResourceId[] | undefined> {
  // What can't be read now may still be created.
  if (findKind(collection.kind).variable) {
    await store.list(collection, { signal }).catch(() => undefined);
  }
  return knownIds(store, collection);
}

/** Sends no request; undefined unless the list was read completely. An only child's id is 0. */
export function knownIds(
  store: Pick<ResourceStore, 'peek' | 'find'>,
  collection: CollectionReference,
): readonly ResourceId[] | undefined {
  const { account, kind, parents } = collection;
  if (!findKind(kind).variable) {
    const one = store.find({ account, kind, ids: parents });
    return one && (isThere(one) ? [0] : []);
  }
  const listing = store.peek(collection);
  if (!listing || !isWhole(listing)) return undefined;
  return listing.items.map(({ id }) => id as ResourceId);
}

/** True if a new resource is in its whole collection, which was therefore read since. */
export function isListed(
  store: Pick<ResourceStore, 'peek' | 'find'>,
  created: ResourceReference | undefined,
): boolean {
  if (!created || !findKind(created.kind).variable) return false;
  return knownIds(store, collectionOf(created))?.includes(created.ids.at(-1) ?? '') === true;
}
