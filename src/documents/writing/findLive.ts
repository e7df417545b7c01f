import type { CallOptions } from '../../api/client';
import { isMissing } from '../../api/errors';
import { notOffered } from '../../resources/readSubstitutes';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  resourceIn,
  type ResourceReference,
} from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { WriteVerdict } from './outcome';
import { isWhole } from '../../resources/store/listing';

export interface Reader {
  /** @throws ApiError, UnknownAccountError. */
  read(reference: ResourceReference, options?: CallOptions): Promise<Resource>;
  /** Undefined if it can't be read completely. @throws ApiError, UnknownAccountError. */
  list(
    collection: CollectionReference,
    options?: CallOptions,
  ): Promise<readonly Resource[] | undefined>;
}

/** Longest time to check the result, in milliseconds: the person is waiting. */
const maxLookupMs = 15_000;

/** Ends a check that takes too long; cancelling the write doesn't cancel the check. */
export function verifyOptions(): CallOptions {
  return { signal: AbortSignal.timeout(maxLookupMs) };
}

/**
 * Many reads of one resource are only observed: after a 404, the list decides whether it's gone.
 * @throws ApiError, UnknownAccountError if neither can be read.
 */
export async function findLive(
  reader: Reader,
  reference: ResourceReference,
  options?: CallOptions,
): Promise<Resource | undefined> {
  const { operations, variable } = findKind(reference.kind);
  let refusal = notOffered(reference.kind);
  if (operations.read) {
    try {
      return await reader.read(reference, options);
    } catch (error) {
      if (!isMissing(error)) throw error;
      if (error.reason === 'notFound' || (!variable && error.status === 404)) return undefined;
      refusal = error;
    }
  }
  const isListed = operations.list !== undefined && variable !== undefined;
  const items = isListed ? await reader.list(collectionOf(reference), options) : undefined;
  if (!items) throw refusal;
  return items.find(({ id }) => String(id) === String(reference.ids.at(-1)));
}

/** A resource as it is now, or that there is none; undefined if that couldn't be read. */
export type Live = Resource | 'gone' | undefined;

/** If the parent has none, a service may return only a message. */
export function isThere(resource: Resource): boolean {
  return 'id' in resource;
}

export interface ReaderContext {
  readonly client: Pick<ResourceClient, 'read'>;
  readonly store: Pick<ResourceStore, 'forget' | 'all'>;
}

/** Reads from the service for checking a write, and updates what is shown with the results. */
export function createReader({ client, store }: ReaderContext): Reader {
  return {
    read: (reference, options) => client.read(reference, options),
    async list(collection, options) {
      try {
        // Forgetting it first would make a view that shows it read it as well.
        const { items, missing } = await store.all(collection, undefined, options);
        return missing > 0 ? undefined : items;
      } catch (error) {
        store.forget(collection);
        throw error;
      }
    },
  };
}

/** Never throws. `isListed`: the list shows it, instead of reading the resource itself. */
export async function verifyDeletion(
  reader: Reader,
  reference: ResourceReference,
  isListed = false,
): Promise<WriteVerdict> {
  try {
    const items = isListed
      ? await reader.list(collectionOf(reference), verifyOptions())
      : undefined;
    if (items) {
      const id = String(reference.ids.at(-1));
      return items.some((item) => String(item['id']) === id) ? 'failed' : 'done';
    }
    const found = await findLive(reader, reference, verifyOptions());
    return found && isThere(found) ? 'failed' : 'done';
  } catch {
    return 'unknown';
  }
}

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
  if (!findKind(collection.kind).variable) {
    const one = store.find(resourceIn(collection));
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
