import { toAccountName } from '../../accounts/account';
import type { Sessions } from '../../accounts/sessions';
import { foreign, type ForeignText, toRaw } from '../../base/foreignText';
import type { Resource, Presentation } from '../kinds/kind';
import { findKind, type KindId, fileEndingOf, lineage } from '../kinds/kinds';
import {
  parentOf,
  type ResourceReference,
  type Target,
  toKey,
  type CollectionReference,
  documentRoot,
  toDocumentPath,
} from '../reference';
import type { JsonObject } from '../../base/json';
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
    return this.partsOf(target).join(' › ');
  }

  /** As `pathOf`, but of a list, too, and safe to show. */
  partsOf(target: Target): readonly string[] {
    if ('ids' in target) return this.pathOf(target).map(String);
    const parent = parentOf(target);
    return [...(parent ? this.partsOf(parent) : []), t(findKind(target.kind).names.many)];
  }

  /** The names of a resource's account and ancestors, outermost first, and its own. */
  async trailOf(reference: ResourceReference): Promise<readonly ForeignText[]> {
    const account = await this.#sessions.account(reference.account);
    const label = account?.label ?? toAccountName(reference.account);
    return [foreign(label), ...this.pathOf(reference)];
  }

  readonly inPaths: NameInPath = (reference) => {
    const label = String(this.nameOf(reference));
    return label === String(presentIn(reference, undefined).label) ? undefined : label;
  };

  /** Also names a resource that was just created and hasn't been read. */
  inPathsFor(created: ResourceReference, content: Resource): NameInPath {
    const label = String(presentIn(created, content).label);
    return (reference) => (toKey(reference) === toKey(created) ? label : this.inPaths(reference));
  }
}

/** The names of what was read once, for no account in particular. */
export function namesOf(find: ResourceStore['find']): ResourceNames {
  const known = { store: { find }, pins: { find: () => undefined } };
  return new ResourceNames({ account: () => Promise.resolve(undefined) }, known);
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

/** A resource's name in a form that is safe to show; undefined if it isn't known. */
export type NameInPath = (reference: ResourceReference) => string | undefined;

/** The longest name in a path, in characters as people count them. */
const longestName = 60;

/**
 * The path of a resource's document as tabs and breadcrumbs show it, such as
 * `/server-management/{account}/shop-frankfurt~12/Cron Jobs/Nightly backup~5.cron-job.json`. Only
 * the ids identify the resource, so that it is still found after being renamed.
 */
export function toNamedPath(reference: ResourceReference, nameOf: NameInPath): string {
  const { account, kind, ids } = reference;
  if (!ids.every((id) => Number.isSafeInteger(id))) return toDocumentPath(reference);
  const segments = toSegments(reference, nameOf);
  return `${documentRoot}/${[account, ...segments].join('/')}.${fileEndingOf(findKind(kind))}`;
}

export function toNamedFolder(collection: CollectionReference, nameOf: NameInPath): string {
  const { account, kind: id } = collection;
  const kind = findKind(id);
  const above = parentOf(collection);
  const segments = above ? toSegments(above, nameOf) : [];
  const own = above && kind.variable ? [toSegment(t(kind.names.many))] : [];
  return `${documentRoot}/${[account, ...segments, ...own].join('/')}`;
}

function toSegments({ account, kind, ids }: ResourceReference, nameOf: NameInPath): string[] {
  const levels = lineage(kind).filter(({ variable }) => variable);
  return levels.flatMap((level, index) => {
    const name = nameOf({ account, kind: level.id, ids: ids.slice(0, index + 1) });
    const segment = [toSegment(name ?? ''), ids[index]].filter((part) => part !== '').join('~');
    return index === 0 ? [segment] : [toSegment(t(level.names.many)), segment];
  });
}

/** As one segment of a path: slashes would separate, dots alone would lead elsewhere. */
export function toSegment(text: string): string {
  const oneLine = text
    .replaceAll(/[/\\]/g, '-')
    .replaceAll(/\p{Surrogate}/gu, '\u{fffd}')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^\.{1,2}$/.test(oneLine)) return '-';
  const characters = [...new Intl.Segmenter().segment(oneLine)].map(({ segment }) => segment);
  return characters.length > longestName
    ? `${characters.slice(0, longestName).join('').trimEnd()}…`
    : oneLine;
}

export function nameOfNew(kindId: KindId, content: JsonObject): string {
  const kind = findKind(kindId);
  const name = String(kind.present(content).label);
  return name === t(kind.names.one) ? '' : name;
}
