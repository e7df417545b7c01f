import { type FolderEntry, FreeNames } from './folderFiles';
import type { Lock, LockedFile, LockedPlace } from './lock';
import type { LiveResource, LiveTree, ReadPlace } from './readTree';
import { creations } from '../../documents/creations/creations';
import { childKinds, findKind, kinds, type ResourceKind } from '../../resources/kinds/kinds';
import { isIn, parentOf, type ResourceReference, toKey, idsOf } from '../../resources/reference';

export function keyOf(account: string, { kind, ids }: LockedPlace): string {
  return toKey({ account, kind, ids });
}

/** `servers/shop.server.json`, its contents in `servers/shop/`. A place is kept after renaming. */
export class Layout {
  readonly folders: Map<string, LockedPlace>;
  readonly #account: string;
  readonly #nameOf: (reference: ResourceReference) => string;
  readonly #stems = new Map<string, Map<string, string>>();
  readonly #names = new FreeNames();

  /** @param known the places that resources have. @param taken what the folder has. */
  constructor(
    account: string,
    known: Readonly<Record<'folders' | 'files', ReadonlyMap<string, LockedPlace>>>,
    taken: readonly FolderEntry[],
    nameOf: (reference: ResourceReference) => string,
  ) {
    this.#account = account;
    this.#nameOf = nameOf;
    this.folders = new Map(known.folders);
    for (const { path } of taken) this.#names.take(toStem(path));
    for (const [path, place] of known.folders) this.#note(path, place);
    for (const [path, place] of known.files) this.#note(toStem(path), place);
  }

  pathOf(resource: Pick<LiveResource, 'reference' | 'name'>): string {
    const { variable, suffix } = findKind(resource.reference.kind);
    const stem = this.#stemOf(resource);
    return variable ? `${stem}.${suffix}.json` : `${stem}.json`;
  }

  addFolder(resource: Pick<LiveResource, 'reference' | 'name'>): void {
    const { kind, ids } = resource.reference;
    if (kinds.some(({ parent }) => parent === kind)) {
      this.folders.set(this.#stemOf(resource), { kind, ids });
    }
  }

  /** Forgets the paths of everything inside a resource once all of it is written. */
  forgetContents({ reference, name }: Pick<LiveResource, 'reference' | 'name'>): void {
    this.#stems.delete(toKey(reference));
    const stem = this.#stemOf({ reference, name });
    for (const { folder } of childKinds(reference.kind)) this.#names.forget(`${stem}/${folder}`);
  }

  #note(stem: string, { kind, ids }: LockedPlace): void {
    this.#setStem({ account: this.#account, kind, ids }, stem);
    this.#names.take(stem);
  }

  #setStem(reference: ResourceReference, stem: string): void {
    const parent = keyOfParent(reference);
    this.#stems.set(parent, (this.#stems.get(parent) ?? new Map()).set(toKey(reference), stem));
  }

  #stemOf({ reference, name }: Pick<LiveResource, 'reference' | 'name'>): string {
    const known = this.#stems.get(keyOfParent(reference))?.get(toKey(reference));
    if (known !== undefined) return known;
    const kind = findKind(reference.kind);
    const folder = [this.#folderOf(parentOf(reference)), kind.variable ? kind.folder : '']
      .filter(Boolean)
      .join('/');
    const toPath = (own: string): string => [folder, own].filter(Boolean).join('/');
    const id = reference.ids.at(-1) ?? '';
    const stem = kind.variable ? this.#names.free(toPath, name, id) : toPath(kind.suffix);
    this.#setStem(reference, stem);
    return stem;
  }

  #folderOf(parent: ResourceReference | undefined): string {
    if (!parent) return '';
    const stem = this.#stemOf({ reference: parent, name: this.#nameOf(parent) });
    this.folders.set(stem, { kind: parent.kind, ids: parent.ids });
    return stem;
  }
}

/** The kind of a file, by its name; undefined if it's none of ours. */
export function kindOf(path: string): ResourceKind | undefined {
  const [, suffix] = /(?:^|[./])([a-z-]+)\.json$/.exec(path) ?? [];
  return kinds.find((kind) => kind.suffix === suffix && !kind.document?.text);
}

/** Returns undefined if nothing can be created from a file there. */
export function toNewPlace(
  path: string,
  folders: Lock['folders'],
): { readonly kind: ResourceKind; readonly parents: LockedPlace['ids'] } | undefined {
  const kind = kindOf(path);
  if (!kind || !creations[kind.id]) return undefined;
  const segments = path.split('/');
  segments.pop();
  if (kind.variable && segments.pop() !== kind.folder) return undefined;
  const parent = folders.get(segments.join('/'));
  if (kind.parent === undefined) return segments.length === 0 ? { kind, parents: [] } : undefined;
  return parent?.kind === kind.parent ? { kind, parents: parent.ids } : undefined;
}

export function byKey(account: string, files: Lock['files']): Map<string, [string, LockedFile]> {
  return new Map([...files].map(([path, file]) => [keyOf(account, file), [path, file]]));
}

function keyOfParent(reference: ResourceReference): string {
  const parent = parentOf(reference);
  return parent ? toKey(parent) : '';
}

function toStem(path: string): string {
  const kind = kindOf(path);
  if (!kind) return path;
  return path.endsWith(`.${kind.suffix}.json`)
    ? path.slice(0, -`.${kind.suffix}.json`.length)
    : path.slice(0, -'.json'.length);
}

/** Why a resource isn't among those that were read: it may exist where reading failed. */
export function absenceReason(
  place: LockedPlace,
  { failures, notOffered, scopes }: LiveTree,
): { readonly type: 'unread' | 'gone' } {
  const isRead = scopes === 'account' || scopes.some((scope) => isIn(place, scope));
  if (!isRead) return { type: 'unread' };
  const unread = [...failures.map((failure) => failure.place), ...notOffered];
  return { type: unread.some((each) => isUnread(place, each)) ? 'unread' : 'gone' };
}

export function isUnread(place: LockedPlace, unread: ReadPlace): boolean {
  return isIn(place, { kind: unread.kind, ids: idsOf(unread) });
}
