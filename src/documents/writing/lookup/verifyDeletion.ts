import { findLive } from './findLive';
import { isThere } from './isThere';
import { lookOptions, type Reader, type WriteVerdict } from './verdict';
import type { ResourceReference } from '../../../resources/reference';

/** Checks whether a resource is gone if the answer to its deletion was lost. Never throws. */
export async function verifyDeletion(
  reader: Reader,
  reference: ResourceReference,
): Promise<WriteVerdict> {
  try {
    const found = await findLive(reader, reference, lookOptions());
    return found && isThere(found) ? 'notDone' : 'done';
  } catch {
    return 'unclear';
  }
}
