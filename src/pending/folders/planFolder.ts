import { lacksPart, withoutSecrets } from './fileContent';
import { findAdded } from './foundFiles';
import { absenceReason, isIn, isUnread, keyOf, toNewPlace } from './layout';
import { type Lock, toCreatedCheck } from './lock';
import type { FileProblem, KnownFile, ReadFile, ReadFolder } from './readFiles';
import { labelOf, type LiveResource, type LiveTree } from './readTree';
import { type Change, diff, isEqual, memberAt, overlaps, type Path } from '../../base/patch';
import type { JsonObject } from '../../base/json';
import { toDraftContent } from '../../documents/creations/creation';
import { creationFor } from '../../documents/creations/creations';
import { DocumentError, type DocumentProblem } from '../../documents/documentError';
import { hasFormMask } from '../../documents/maskCredentials';
import { findLosses } from '../../documents/content';
import { isWritable, planSave } from '../../documents/plan/savePlan';
import { driftOf, toSides } from '../sides';
import { findNameField } from '../../documents/writing/lookup/verifyCreation';
import { findKind, type KindId, type ResourceKind } from '../../resources/kinds/kinds';
import { type CollectionReference, type ResourceReference, toKey } from '../../resources/reference';

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
  /** How many resources the folder doesn't have, because others created them. */
  readonly unknown: number;
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
  const wanted = added
    .filter(({ path }) => !found.has(path))
    .flatMap((file) => planCreation(folder, file, tree, problems));
  const created = withoutUnreadable(wanted, folder.lock.created, tree);
  const deleted = planDeletions(folder, tree, canDelete, problems);
  const locked = new Set([
    ...[...folder.lock.files.values()].map((each) => keyOf(folder.account, each)),
    ...[...found.values()].map(({ reference }) => toKey(reference)),
  ]);
  const unknown = [...tree.resources].filter(([key, { values }]) => values && !locked.has(key));
  return { changed, created, deleted, drifted, unknown: unknown.length, problems };
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
  if (lacksPart(kind, locked.read, live)) return { type: 'unread' };
  const typed = diff(locked.read, content.values);
  const wanted = typed.filter((change) => !isEqual(memberAt(live, change.path), change.after));
  if (wanted.length > 0) {
    const problems = findProblems(kind, live, wanted);
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

function findProblems(
  kind: ResourceKind,
  live: JsonObject,
  changes: readonly Change[],
): readonly DocumentProblem[] {
  try {
    planSave(kind, { ...toSides(changes, live), theirs: live });
    return [];
  } catch (error) {
    if (error instanceof DocumentError) return error.problems;
    throw error;
  }
}

function planCreation(
  { account, lock }: ReadFolder,
  { path, text, content }: ReadFile,
  { failures }: LiveTree,
  problems: FileProblem[],
): PlannedCreation[] {
  const place = toNewPlace(path, lock.folders);
  const creation = place && creationFor(place.kind.id, content.values);
  if (!creation) {
    problems.push({ path, why: { type: 'noPlace' } });
    return [];
  }
  const { kind, parents } = place;
  const given = withoutSecrets(content.values);
  const shape = (creation.endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  const unknown = Object.keys(given).filter(
    (member) =>
      !Object.hasOwn(shape, member) && !kind.fields.includes(member) && !isWritten(kind, member),
  );
  if (unknown.length > 0) {
    const found = unknown.map((member) => ({ reason: 'unknownField', path: [member] }) as const);
    problems.push({ path, why: { type: 'text', text, problems: found } });
    return [];
  }
  const lost = diff({}, given).flatMap((change): DocumentProblem[] =>
    hasFormMask(change.after) ? [{ reason: 'mask', path: change.path }] : findLosses(change, {}),
  );
  if (lost.length > 0) {
    problems.push({ path, why: { type: 'text', text, problems: lost } });
    return [];
  }
  const collection = { account, kind: kind.id, parents };
  // It may have been created since.
  if (failures.some((failure) => isUnread({ kind: kind.id, ids: parents }, failure.place))) {
    problems.push({ path, why: { type: 'unread' } });
    return [];
  }
  const planned = toDraftContent(creation, given);
  return [{ path, collection, name: nameOf(kind, planned), content: planned }];
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
  return typeof name === 'string' ? name : labelOf(kind, content);
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
