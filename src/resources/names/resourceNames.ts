import { toAccountName } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import { foreign, type ForeignText, toPlain, toRaw } from '../../base/foreignText';
import type { PathNaming } from './namedPath';
import type { Resource, Presentation } from '../kinds/kind';
import { findKind, type KindId } from '../kinds/kinds';
import { parentOf, type ResourceReference, type Target, toKey } from '../reference';
import { t } from '../../base/l10n';
import type { Pins } from '../pins';
import type { ResourceStore } from '../store/resourceStore';

export class ResourceNames {
  readonly #sessions: Pick<Sessions, 'account'>;
  readonly #known: Parameters<typeof findResource>[0];

  constructor(sessions: Pick<Sessions, 'account'>, known: Parameters<typeof findResource>[0]) {
    this.#sessions = sessions;
    this.#known = known;
  }

  nameOf(reference: ResourceReference): ForeignText {
    return presentIn(reference, findResource(this.#known, reference)).label;
  }

  /** The names of a resource's ancestors, outermost first, and its own. */
  pathOf(reference: ResourceReference): readonly ForeignText[] {
    const parent = parentOf(reference);
    return [...(parent ? this.pathOf(parent) : []), this.nameOf(reference)];
  }

  placeOf(target: Target): string {
    const resource = 'ids' in target ? target : parentOf(target);
    const path = resource ? this.pathOf(resource).map((name) => toPlain(name)) : [];
    const list = 'ids' in target ? [] : [t(findKind(target.kind).names.many)];
    return [...path, ...list].join(' › ');
  }

  /** The names of a resource's account and ancestors, outermost first, and its own. */
  async trailOf(reference: ResourceReference): Promise<readonly ForeignText[]> {
    const account = await this.#sessions.account(reference.account);
    const label = account?.label ?? toAccountName(reference.account);
    return [foreign(label), ...this.pathOf(reference)];
  }

  get inPaths(): PathNaming {
    return {
      nameOf: (reference) => this.#knownNameOf(reference)?.toString(),
      folderOf: ({ names }) => t(names.many),
    };
  }

  /** Also names a resource that was just created and hasn't been read. */
  inPathsFor(created: ResourceReference, content: Resource): PathNaming {
    const { label } = presentIn(created, content);
    const { nameOf, folderOf } = this.inPaths;
    return {
      nameOf: (reference) =>
        toKey(reference) === toKey(created) ? String(label) : nameOf(reference),
      folderOf,
    };
  }

  #knownNameOf(reference: ResourceReference): ForeignText | undefined {
    const label = this.nameOf(reference);
    const unknown = presentIn(reference, undefined).label;
    return String(label) === String(unknown) ? undefined : label;
  }
}

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
