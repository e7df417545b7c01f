import type { Reader } from './verdict';
import type { CallOptions } from '../../../api/client';
import { isMissing } from '../../../api/errors';
import { notOffered } from '../../../resources/client/missing';
import type { Resource } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../resources/reference';

/**
 * A resource as it is now; undefined if it's gone. Many reads of one resource are only observed, so
 * a 404 may mean that the service doesn't have the operation: then the list decides.
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
