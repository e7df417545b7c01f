import type { Reader } from './verdict';
import type { CallOptions } from '../../../api/client';
import { isMissing } from '../../../api/errors';
import { notOffered } from '../../../resources/client/missing';
import type { Resource } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../resources/reference';
import type { ResourceClient } from '../../../resources/resourceClient';
import type { ResourceStore } from '../../../resources/store/resourceStore';

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

/** Reads from the service for checking a write, and updates what is shown with the results. */
export function createReader(
  client: Pick<ResourceClient, 'read'>,
  store: Pick<ResourceStore, 'forget' | 'all'>,
): Reader {
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
