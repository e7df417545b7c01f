import { findLive, isThere } from './findLive';
import { verifyOptions, type Reader } from './verdict';
import type { WriteVerdict } from '../outcome';
import { collectionOf, type ResourceReference } from '../../../resources/reference';

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
