import { t } from './l10n';
import type { Favourites } from '../resources/favourites';
import type { Presentation, Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';
import type { ResourceStore } from '../resources/resourceStore';

/** What is known of a resource: from the service, or from when it was pinned. */
export function findResource(
  { store, favourites }: { readonly store: ResourceStore; readonly favourites: Favourites },
  reference: ResourceReference,
): Resource | undefined {
  return store.find(reference) ?? favourites.find(reference)?.resource;
}

/** A resource in words; one of which nothing is known is called by its kind and id. */
export function present(
  reference: ResourceReference,
  resource: Resource | undefined,
): Presentation {
  const kind = findKind(reference.kind);
  const name = kind.variable
    ? `${t(kind.names.one)} ${reference.ids.at(-1) ?? ''}`
    : t(kind.names.one);
  if (!resource || Object.keys(resource).every((member) => member === 'id')) {
    return { label: name };
  }
  const presentation = kind.present(resource, t);
  return presentation.label ? presentation : { ...presentation, label: name };
}
