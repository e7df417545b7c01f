import { isMissing } from '../api/errors';
import type { TreeSources } from './treeSources';
import type { Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import { findResource } from '../resources/names/present';
import type { ResourceReference } from '../resources/reference';

/**
 * The known resource, read if necessary; undefined if the service doesn't offer it.
 * @throws ApiError, UnknownAccountError.
 */
export async function readKnown(
  sources: Pick<TreeSources, 'store' | 'pins'>,
  reference: ResourceReference,
): Promise<Resource | undefined> {
  const known = findResource(sources, reference);
  if (known || !findKind(reference.kind).operations.read) return known;
  try {
    return await sources.store.read(reference);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}
