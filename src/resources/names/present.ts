import { foreign, toRaw } from '../../base/foreignText';
import type { Pins } from '../pins';
import type { Presentation, Resource } from '../kinds/kind';
import { type KindId, findKind } from '../kinds/kinds';
import type { ResourceReference } from '../reference';
import type { ResourceStore } from '../store/resourceStore';
import { t } from '../../base/l10n';

/** The known data of a resource: from the service, or from when it was pinned. */
export function findResource(
  {
    store,
    pins,
  }: {
    readonly store: Pick<ResourceStore, 'find'>;
    readonly pins: Pick<Pins, 'find'>;
  },
  reference: ResourceReference,
): Resource | undefined {
  const known = store.find(reference);
  const kept = pins.find(reference)?.resource;
  return known && kept ? withKnownName(reference.kind, known, kept) : (known ?? kept);
}

export function named(kind: KindId, resource: Resource, name: string): Resource {
  const field = nameFieldOf(kind);
  return field ? { ...resource, [field]: name } : resource;
}

/** Keeps the known name if the service doesn't return one. */
function withKnownName(kind: KindId, known: Resource, kept: Resource): Resource {
  const field = nameFieldOf(kind);
  if (!field || (known[field] !== undefined && known[field] !== null)) return known;
  return kept[field] === undefined ? known : { ...known, [field]: kept[field] };
}

function nameFieldOf(kind: KindId): string | undefined {
  return ['name', 'label', 'username'].find((name) => findKind(kind).fields.includes(name));
}

/** Describes a resource; if nothing is known of it, by its kind and id. */
export function presentIn(
  reference: ResourceReference,
  resource: Resource | undefined,
): Presentation {
  const kind = findKind(reference.kind);
  const name = kind.variable
    ? `${t(kind.names.one)} ${reference.ids.at(-1) ?? ''}`
    : t(kind.names.one);
  if (!resource || Object.keys(resource).every((member) => member === 'id')) {
    return { label: foreign(name) };
  }
  const presentation = kind.present(resource);
  return toRaw(presentation.label).trim()
    ? presentation
    : { ...presentation, label: foreign(name) };
}
