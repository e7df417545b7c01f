import { isThere } from './isThere';
import { lookOptions, type Reader, type WriteVerdict } from './verdict';
import { ApiError } from '../../../api/errors';
import { findKind } from '../../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../resources/reference';

/** Checks whether a resource is gone if the answer to its deletion was lost. Never throws. */
export async function verifyDeletion(
  reader: Reader,
  reference: ResourceReference,
): Promise<WriteVerdict> {
  const { operations, variable } = findKind(reference.kind);
  try {
    if (operations.read) {
      const resource = await reader.read(reference, lookOptions());
      return isThere(resource) ? 'notDone' : 'done';
    }
  } catch (error) {
    if (!(error instanceof ApiError)) return 'unclear';
    if (error.reason === 'notFound') return 'done';
    // The operation is only observed, so the service may not have it.
    if (error.status !== 404) return 'unclear';
    if (!variable) return 'done';
  }
  return operations.list && variable ? isListed(reader, reference) : 'unclear';
}

async function isListed(reader: Reader, reference: ResourceReference): Promise<WriteVerdict> {
  try {
    const items = await reader.list(collectionOf(reference), lookOptions());
    if (!items) return 'unclear';
    return items.some(({ id }) => id === reference.ids.at(-1)) ? 'notDone' : 'done';
  } catch {
    return 'unclear';
  }
}
