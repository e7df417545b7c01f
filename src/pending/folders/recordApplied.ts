import { toFileText, withoutSecrets } from './fileContent';
import { byKey, Layout } from './layout';
import { type LockedFile, toCreatedCheck, writeLock } from './lock';
import { findAdded, type ReadFolder } from './readFiles';
import { type LiveResource, type LiveTree, nothingRead } from './readTree';
import { apply, type Change, diff } from '../../base/patch';
import { findKind } from '../../resources/kinds/kinds';
import { collectionOf, type ResourceReference, toKey } from '../../resources/reference';

export interface AppliedFile {
  readonly path: string;
  readonly reference: ResourceReference;
  readonly operation: 'create' | 'delete' | undefined;
  readonly changes: readonly Change[];
  readonly created: ResourceReference | undefined;
}

/** So that the next plan doesn't take it for other people's changes. New files get their ids. */
export async function recordApplied(
  folder: ReadFolder,
  tree: LiveTree,
  applied: readonly AppliedFile[],
): Promise<void> {
  const { account, files, lock } = folder;
  const locked = new Map(lock.files);
  const known = byKey(account, lock.files);
  for (const { reference, operation, changes } of applied) {
    const [path, file] = known.get(toKey(reference)) ?? [];
    if (path === undefined || !file || operation === 'create') continue;
    if (operation === 'delete') locked.delete(path);
    else locked.set(path, { ...file, read: apply(file.read, changes) });
  }
  const found = applied.flatMap(({ path, created: reference }) => {
    const live = reference && tree.resources.get(toKey(reference));
    return live ? [[path, live] as const] : [];
  });
  for (const [path, live] of found) {
    const file = await writeCreated(folder, path, live);
    if (file) locked.set(path, file);
  }
  const places = { folders: lock.folders, files: locked };
  const layout = new Layout(account, places, files.entries, () => '');
  for (const [path, live] of found) if (locked.has(path)) layout.addFolder(live);
  const unread = applied
    .filter(({ path, operation }) => operation === 'create' && !locked.has(path))
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
