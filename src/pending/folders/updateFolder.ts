import { lacksPart, toFileText } from './fileContent';
import { byKey, keyOf, Layout, absenceReason } from './layout';
import { findAdded } from './foundFiles';
import { type LockedFile, type Place, writeLock } from './lock';
import type { FileProblem, KnownFile, ReadFolder } from './readFiles';
import type { LiveResource, LiveTree } from './readTree';
import type { JsonObject } from '../../base/json';
import { apply, type Change, diff, isEqual, memberAt, merge } from '../../base/patch';
import { findKind, lineage } from '../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../resources/reference';

export interface Updated {
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
  /** Files with edits that conflict with what others changed: both are kept. */
  readonly conflicts: readonly string[];
  readonly problems: readonly FileProblem[];
}

const largeLoss = { count: 10, share: 0.3 };

/** If they are so many that the lists of the service may be wrong. */
export function findLargeLoss(
  { known }: ReadFolder,
  tree: LiveTree,
): { readonly lost: number; readonly of: number } | undefined {
  const lost = [...known].filter(
    ([key, file]) => !tree.resources.has(key) && isLost(file, absenceReason(file.locked, tree)),
  );
  const { count, share } = largeLoss;
  const isLarge = lost.length > count && lost.length > known.size * share;
  return isLarge ? { lost: lost.length, of: known.size } : undefined;
}

/** True if a file without a resource can be deleted: it has no edits that would be lost. */
function isLost({ content, locked }: KnownFile, why: ReturnType<typeof absenceReason>): boolean {
  return why.type === 'gone' && content.ids !== undefined && isEqual(content.values, locked.read);
}

/** Edits in the files are kept. */
export async function updateFolder(
  folder: ReadFolder,
  tree: LiveTree,
  { nameOf, only }: UpdateOptions,
): Promise<Updated> {
  const update = new Update(folder, tree, nameOf);
  for (const [key, file] of folder.known) {
    const live = tree.resources.get(key);
    if (only && !only.has(key)) continue;
    if (live && lacksPart(findKind(live.reference.kind), file.locked.read, live.content)) {
      update.problems.push({ path: file.path, why: { type: 'unread' } });
    } else if (live?.values)
      await update.merge(file, live.reference, live.values, only !== undefined);
    else if (!live) await update.drop(key, file);
  }
  if (!only) await update.add();
  await update.finish(only !== undefined && folder.lock.isUnfinished);
  return { ...update.counts, conflicts: update.conflicts, problems: update.problems };
}

interface UpdateOptions {
  readonly nameOf: (reference: ResourceReference) => string;
  /** Updates only resources with these keys, where others' changes win; defaults to all resources. */
  readonly only?: ReadonlySet<string>;
}

class Update {
  readonly counts = { changed: 0, added: 0, deleted: 0 };
  readonly conflicts: string[] = [];
  readonly problems: FileProblem[];
  readonly #folder: ReadFolder;
  readonly #tree: LiveTree;
  readonly #layout: Layout;
  readonly #locked: Map<string, LockedFile>;
  readonly #known: ReturnType<typeof byKey>;
  readonly #found: ReadonlyMap<string, LiveResource>;

  constructor(folder: ReadFolder, tree: LiveTree, nameOf: UpdateOptions['nameOf']) {
    const { account, files, lock, problems } = folder;
    this.#folder = folder;
    this.#tree = tree;
    this.#locked = new Map(lock.files);
    this.#known = byKey(account, lock.files);
    this.#found = findAdded(folder, tree);
    const found = [...this.#found].map(([path, { reference }]) => [path, reference] as const);
    const places = {
      folders: lock.folders,
      files: new Map<string, Place>([...lock.files, ...found]),
    };
    this.#layout = new Layout(account, places, files.entries, nameOf);
    this.problems = [...problems];
  }

  /** A field that both changed stays as it was edited, unless others' changes win. */
  async merge(
    { path, content, locked }: KnownFile,
    { kind, ids }: ResourceReference,
    theirs: JsonObject,
    givesWay: boolean,
  ): Promise<void> {
    const { read } = locked;
    if (isEqual(read, theirs)) return;
    const { merged, conflicts } = merge(read, content.values, theirs);
    const setFrom = (values: JsonObject): Change[] =>
      conflicts.map((field) => ({
        path: field,
        before: undefined,
        after: memberAt(values, field),
      }));
    const result = givesWay ? apply(merged, setFrom(theirs)) : merged;
    if (conflicts.length > 0 && !givesWay) this.conflicts.push(path);
    // A conflicting value is still compared with its old one, so that no change gets lost.
    this.#lock(path, { kind, ids, read: givesWay ? theirs : apply(theirs, setFrom(read)) });
    if (diff(content.values, result).length === 0) return;
    await this.#folder.files.write(path, toFileText(findKind(kind), ids, result));
    this.counts.changed += 1;
  }

  async drop(key: string, file: KnownFile): Promise<void> {
    const { path, content, locked } = file;
    const why = absenceReason(locked, this.#tree);
    if (isLost(file, why)) {
      await this.#folder.files.delete(path);
      this.#unlock(key);
      this.counts.deleted += 1;
    }
    // A file without ids creates the resource again.
    else if (why.type === 'gone' && !content.ids) this.#unlock(key);
    else this.problems.push({ path, why });
  }

  /** Writes files for created resources; new files whose resources exist get their ids. */
  async add(): Promise<void> {
    for (const resource of inOrder(this.#tree)) {
      this.#layout.addFolder(resource);
      const { reference, values } = resource;
      if (!values || this.#known.has(toKey(reference))) continue;
      await this.#addOne(resource, values);
    }
  }

  async finish(isUnfinished: boolean): Promise<void> {
    const { folders } = this.#layout;
    const { files, lock } = this.#folder;
    await writeLock(files, { ...lock, folders, files: this.#locked, isUnfinished });
  }

  async #addOne(resource: LiveResource, values: JsonObject): Promise<void> {
    const path = this.#layout.pathOf(resource);
    const { kind, ids } = resource.reference;
    const isFound = this.#found.has(path);
    // A file that isn't from the export, or a link, is left alone.
    if (!isFound && this.#folder.files.has(path)) return;
    await this.#folder.files.write(path, toFileText(findKind(kind), ids, values));
    this.#locked.set(path, { kind, ids, read: values });
    this.counts[isFound ? 'changed' : 'added'] += 1;
  }

  #lock(path: string, file: LockedFile): void {
    this.#unlock(keyOf(this.#folder.account, file));
    this.#locked.set(path, file);
  }

  #unlock(key: string): void {
    const [path] = this.#known.get(key) ?? [];
    if (path !== undefined) this.#locked.delete(path);
  }
}

/** Parents before their contents, and always in the same order. */
function inOrder({ resources }: LiveTree): readonly LiveResource[] {
  const rank = ({ reference: { kind, ids } }: LiveResource): string =>
    [lineage(kind).length, kind, ...ids.map((id) => String(id).padStart(20, '0'))].join('/');
  return [...resources.values()].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
