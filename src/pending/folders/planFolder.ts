import { findSaveProblems, isWritable } from '../../documents/plan/savePlan';
import { isIncomplete, toFileText, withoutSecrets } from './fileContent';
import { absenceReason, byKey, isUnread, keyOf, Layout, toNewPlace } from './layout';
import { type Lock, type LockedFile, type LockedPlace, toCreatedCheck, writeLock } from './lock';
import {
  type FileProblem,
  findAdded,
  type KnownFile,
  type ReadFile,
  type ReadFolder,
} from './readFiles';
import { type LiveResource, type LiveTree, nameInFiles, nothingRead } from './readTree';
import {
  apply,
  type Change,
  diff,
  isEqual,
  memberAt,
  merge,
  overlaps,
  type Path,
  type JsonObject,
} from '../../base/json';
import { toDraftContent } from '../../documents/creations/creation';
import { creationFor } from '../../documents/creations/creations';
import type { DocumentProblem } from '../../documents/writing/outcome';
import { hasFormMask } from '../../documents/maskCredentials';
import { findLosses } from '../../documents/content';
import type { AppliedChange } from '../applyChanges';
import { driftOf, toSides } from '../stagedChange';
import { findNameField } from '../../documents/writing/judge';
import { findKind, type KindId, lineage, type ResourceKind } from '../../resources/kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  isIn,
  type ResourceReference,
  toKey,
} from '../../resources/reference';

interface PlannedChange {
  readonly path: string;
  readonly reference: ResourceReference;
  readonly changes: readonly Change[];
}

/** A change to a resource that others changed since its file was written. */
interface Drift extends PlannedChange {
  readonly fields: readonly Path[];
}

interface PlannedCreation {
  readonly path: string;
  readonly collection: CollectionReference;
  readonly name: string;
  readonly content: JsonObject;
}

/** A folder's changes from a three-way comparison of the values as read, in the files, and live. */
export interface FolderPlan {
  readonly changed: readonly PlannedChange[];
  readonly created: readonly PlannedCreation[];
  /** As changes that remove all values as read. */
  readonly deleted: readonly PlannedChange[];
  /** Files whose resources others changed: the changes that would make them match the files. */
  readonly drifted: readonly Drift[];
  /** Resources that the folder doesn't have, because others created them. */
  readonly unknown: readonly LiveResource[];
  readonly problems: readonly FileProblem[];
}

export function planFolder(
  folder: ReadFolder,
  tree: LiveTree,
  canDelete: (kind: KindId) => boolean,
): FolderPlan {
  const problems = [...folder.problems];
  const changed: PlannedChange[] = [];
  const drifted: Drift[] = [];
  const added = [...folder.added];
  for (const [key, file] of folder.known) {
    const live = tree.resources.get(key);
    const outcome = live?.values ? compareFile(file, live) : absenceReason(file.locked, tree);
    if (outcome.type === 'changed') changed.push(outcome.planned);
    else if (outcome.type === 'drifted') drifted.push(outcome.planned);
    // A file without ids creates the resource again.
    else if (outcome.type === 'gone' && !file.content.ids) added.push(file);
    else if (outcome.type !== 'same') problems.push({ path: file.path, why: outcome });
  }
  const found = findAdded(folder, tree);
  const wanted: PlannedCreation[] = [];
  for (const file of added.filter(({ path }) => !found.has(path))) {
    const planned = planCreation(folder, file, tree);
    if ('why' in planned) problems.push(planned);
    else wanted.push(planned);
  }
  const created = withoutUnreadable(wanted, folder.lock.created, tree);
  const deleted = planDeletions(folder, tree, canDelete, problems);
  const locked = new Set([
    ...byKey(folder.account, folder.lock.files).keys(),
    ...[...found.values()].map(({ reference }) => toKey(reference)),
  ]);
  const unknown = [...tree.resources].flatMap(([key, resource]) =>
    resource.values && !locked.has(key) ? [resource] : [],
  );
  return { changed, created, deleted, drifted, unknown, problems };
}

type Compared =
  | { readonly type: 'same' }
  | { readonly type: 'changed'; readonly planned: PlannedChange }
  | { readonly type: 'drifted'; readonly planned: Drift }
  | FileProblem['why'];

function compareFile(
  { path, text, content, locked }: KnownFile,
  { reference, content: live, values = {} }: LiveResource,
): Compared {
  const kind = findKind(reference.kind);
  const about = { path, reference };
  if (isIncomplete(kind, locked.read, live)) return { type: 'unread' };
  const typed = diff(locked.read, content.values);
  const wanted = typed.filter((change) => !isEqual(memberAt(live, change.path), change.after));
  if (wanted.length > 0) {
    const problems = findSaveProblems(kind, { ...toSides(wanted, live), theirs: live });
    if (problems.length > 0) return { type: 'text', text, problems };
    const planned = { ...about, changes: wanted };
    const fields = driftOf(wanted, live);
    return fields.length > 0
      ? { type: 'drifted', planned: { ...planned, fields } }
      : { type: 'changed', planned };
  }
  if (typed.length > 0) return { type: 'same' };
  const back = diff(values, locked.read).filter((each) => isTaken(kind, each));
  if (back.length === 0) return { type: 'same' };
  const fields = back.map((each) => each.path);
  return { type: 'drifted', planned: { ...about, changes: back, fields } };
}

function isTaken({ document }: ResourceKind, { path }: Change): boolean {
  return document?.editing !== undefined && isWritable(document.editing, path);
}

function planCreation(
  { account, lock }: ReadFolder,
  { path, text, content }: ReadFile,
  { failures }: LiveTree,
): PlannedCreation | FileProblem {
  const place = toNewPlace(path, lock.folders);
  const creation = place && creationFor(place.kind.id, content.values);
  if (!creation) return { path, why: { type: 'noPlace' } };
  const { kind, parents } = place;
  const given = withoutSecrets(content.values);
  const shape = (creation.endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  const unknown = Object.keys(given)
    .filter(
      (member) =>
        !Object.hasOwn(shape, member) && !kind.fields.includes(member) && !isWritten(kind, member),
    )
    .map((member): DocumentProblem => ({ reason: 'unknownField', path: [member] }));
  const lost = diff({}, given).flatMap((change): readonly DocumentProblem[] =>
    hasFormMask(change.after) ? [{ reason: 'mask', path: change.path }] : findLosses(change, {}),
  );
  const problems = unknown.length > 0 ? unknown : lost;
  if (problems.length > 0) return { path, why: { type: 'text', text, problems } };
  // It may have been created since.
  if (failures.some((failure) => isUnread({ kind: kind.id, ids: parents }, failure.place))) {
    return { path, why: { type: 'unread' } };
  }
  const planned = toDraftContent(creation, given);
  const collection = { account, kind: kind.id, parents };
  return { path, collection, name: nameOf(kind, planned), content: planned };
}

/** Leaves out what was created before where no list says so: one resource for each note. */
function withoutUnreadable(
  wanted: readonly PlannedCreation[],
  noted: Lock['created'],
  { notOffered }: LiveTree,
): readonly PlannedCreation[] {
  const left = [...noted];
  return wanted.filter(({ collection, content }) => {
    const place = { kind: collection.kind, ids: collection.parents };
    if (!notOffered.some((each) => isUnread(place, each))) return true;
    const index = left.indexOf(toCreatedCheck(collection, content));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** Uses the content: a new resource's file name says nothing about it. */
function nameOf(kind: ResourceKind, content: JsonObject): string {
  const field = findNameField(content);
  const name = field === undefined ? undefined : content[field];
  return typeof name === 'string' ? name : nameInFiles(kind, content);
}

function isWritten({ document }: ResourceKind, member: string): boolean {
  return (document?.editing?.writable ?? []).some((name) => overlaps(name.split('.'), [member]));
}

function planDeletions(
  { account, missing }: ReadFolder,
  tree: LiveTree,
  canDelete: (kind: KindId) => boolean,
  problems: FileProblem[],
): PlannedChange[] {
  return missing.flatMap((file) => {
    const live = tree.resources.get(keyOf(account, file));
    // Deleting its parent deletes it anyway.
    const isWithOther = missing.some((other) => other !== file && isIn(file, other));
    if (!live || isWithOther) return [];
    if (!canDelete(file.kind)) {
      problems.push({ path: file.path, why: { type: 'cantDelete' } });
      return [];
    }
    const { reference } = live;
    return [{ path: file.path, reference, changes: diff(withoutSecrets(file.read), {}) }];
  });
}

export interface Updated {
  readonly changed: number;
  readonly added: number;
  readonly deleted: number;
  /** Files with edits that conflict with what others changed: both are kept. */
  readonly conflicts: readonly string[];
  readonly problems: readonly FileProblem[];
}

const largeLoss = { count: 10, share: 0.3 };

/** The files that would be deleted, if they are so many that the service's lists may be wrong. */
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

/** Edits in the files are kept. `only`: updates just these keys, where others' changes win. */
export async function updateFolder(
  folder: ReadFolder,
  tree: LiveTree,
  nameOf: (reference: ResourceReference) => string,
  only?: ReadonlySet<string>,
): Promise<Updated> {
  const update = new Update(folder, tree, nameOf);
  for (const [key, file] of folder.known) {
    const live = tree.resources.get(key);
    if (only && !only.has(key)) continue;
    if (live && isIncomplete(findKind(live.reference.kind), file.locked.read, live.content)) {
      update.problems.push({ path: file.path, why: { type: 'unread' } });
    } else if (live?.values)
      await update.merge(file, live.reference, live.values, only !== undefined);
    else if (!live) await update.drop(key, file);
  }
  if (!only) await update.add();
  await update.finish(only !== undefined && folder.lock.isUnfinished);
  return { ...update.counts, conflicts: update.conflicts, problems: update.problems };
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

  constructor(
    folder: ReadFolder,
    tree: LiveTree,
    nameOf: (reference: ResourceReference) => string,
  ) {
    const { account, files, lock, problems } = folder;
    this.#folder = folder;
    this.#tree = tree;
    this.#locked = new Map(lock.files);
    this.#known = byKey(account, lock.files);
    this.#found = findAdded(folder, tree);
    const found = [...this.#found].map(([path, { reference }]) => [path, reference] as const);
    const places = {
      folders: lock.folders,
      files: new Map<string, LockedPlace>([...lock.files, ...found]),
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
      conflicts.map((path) => ({ path, before: undefined, after: memberAt(values, path) }));
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
      const path = this.#layout.pathOf(resource);
      const { kind, ids } = reference;
      const isFound = this.#found.has(path);
      // A file that isn't from the export, or a link, is left alone.
      if (!isFound && this.#folder.files.has(path)) continue;
      await this.#folder.files.write(path, toFileText(findKind(kind), ids, values));
      this.#locked.set(path, { kind, ids, read: values });
      this.counts[isFound ? 'changed' : 'added'] += 1;
    }
  }

  async finish(isUnfinished: boolean): Promise<void> {
    const { folders } = this.#layout;
    const { files, lock } = this.#folder;
    await writeLock(files, { ...lock, folders, files: this.#locked, isUnfinished });
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

/** So that the next plan doesn't take it for other people's changes. New files get their ids. */
export async function recordApplied(
  folder: ReadFolder,
  tree: LiveTree,
  applied: readonly AppliedChange[],
): Promise<void> {
  const { account, files, lock } = folder;
  const locked = new Map(lock.files);
  const known = byKey(account, lock.files);
  for (const { reference, operation, changes } of applied.map(({ staged }) => staged)) {
    const [path, file] = known.get(toKey(reference)) ?? [];
    if (path === undefined || !file || operation === 'create') continue;
    if (operation === 'delete') locked.delete(path);
    else locked.set(path, { ...file, read: apply(file.read, changes) });
  }
  const found = applied.flatMap(({ staged: { file }, created }) => {
    const live = created && tree.resources.get(toKey(created));
    return file && live ? [[file.path, live] as const] : [];
  });
  for (const [path, live] of found) {
    const file = await writeCreated(folder, path, live);
    if (file) locked.set(path, file);
  }
  const places = { folders: lock.folders, files: locked };
  const layout = new Layout(account, places, files.entries, () => '');
  for (const [path, live] of found) if (locked.has(path)) layout.addFolder(live);
  const unread = applied
    .map(({ staged }) => staged)
    .filter(({ file, operation }) => operation === 'create' && file && !locked.has(file.path))
    .map(({ reference, changes }) => toCreatedCheck(collectionOf(reference), apply({}, changes)));
  const created = [...lock.created, ...unread];
  await writeLock(files, { ...lock, folders: layout.folders, files: locked, created });
}

/** Adds the ids and the service's own values to a created resource's file; keeps later edits. */
async function writeCreated(
  folder: ReadFolder,
  path: string,
  live: LiveResource,
): Promise<LockedFile | undefined> {
  const { reference, values } = live;
  const { kind, ids } = reference;
  const file = [...folder.added, ...folder.known.values()].find((each) => each.path === path);
  if (!file || !values) return undefined;
  const tree = { ...nothingRead, resources: new Map([[toKey(reference), live]]) };
  const isAsTyped = findAdded({ ...folder, added: [file] }, tree).has(path);
  const typed = diff({}, withoutSecrets(file.content.values));
  const content = isAsTyped ? values : apply(values, typed);
  await folder.files.write(path, toFileText(findKind(kind), ids, content));
  return { kind, ids, read: values };
}
