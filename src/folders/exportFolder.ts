import { toFileText } from './fileContent';
import { type Disk, FolderError, FolderFiles } from './folderFiles';
import { kindOf, Layout } from './layout';
import { type Lock, type LockedAccount, type LockedFile, lockName, writeLock } from './lock';
import type { LiveResource, LiveTree } from './readTree';
import { findKind, lineage } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';

/** What to export and where it comes from. */
interface Exporting {
  readonly account: LockedAccount;
  readonly scopes: Lock['scopes'];
  readonly tree: LiveTree;
  readonly nameOf: (reference: ResourceReference) => string;
}

/**
 * Writes one file per resource, and a lock with the values as read. Returns the number of files.
 * @throws FolderError if the folder already contains such files.
 */
export async function exportFolder(
  disk: Disk,
  { account, scopes, tree, nameOf }: Exporting,
): Promise<number> {
  const files = await FolderFiles.open(disk);
  const known = files.entries.find(({ path }) => path === lockName || kindOf(path));
  if (known) throw new FolderError('otherFiles', known.path);
  const layout = new Layout(
    account.id,
    { folders: new Map(), files: new Map() },
    files.entries,
    nameOf,
  );
  const locked = new Map<string, LockedFile>();
  const texts = new Map<string, string>();
  for (const resource of inOrder(tree)) {
    layout.addFolder(resource);
    const { reference, values } = resource;
    if (!values) continue;
    const path = layout.pathOf(resource);
    files.check(path);
    const { kind, ids } = reference;
    locked.set(path, { kind, ids, read: values });
    texts.set(path, toFileText(findKind(kind), ids, values));
  }
  if (locked.size === 0) throw new FolderError('nothing', '');
  // Without a lock, the folder doesn't count as complete.
  for (const [path, text] of texts) {
    // oxlint-disable-next-line no-await-in-loop
    await files.write(path, text);
  }
  await writeLock(files, { account, scopes, folders: layout.folders, files: locked });
  return locked.size;
}

/** Parents before their contents, and always in the same order. */
export function inOrder({ resources }: LiveTree): readonly LiveResource[] {
  const rank = ({ reference: { kind, ids } }: LiveResource): string =>
    [lineage(kind).length, kind, ...ids.map((id) => String(id).padStart(20, '0'))].join('/');
  return [...resources.values()].toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
}
