import { hasFiles, toFileText } from './fileContent';
import { type Disk, FolderError, FolderFiles } from './folderFiles';
import { byKey, kindOf, Layout } from './layout';
import {
  CompactFile,
  type Lock,
  type LockedAccount,
  type LockedFile,
  lockName,
  readLock,
  writeLock,
} from './lock';
import type { Unread, Visitor } from './readTree';
import { findKind } from '../../resources/kinds/kinds';
import { type ResourceReference, toKey } from '../../resources/reference';

interface Exporting {
  readonly account: LockedAccount;
  readonly scopes: Lock['scopes'];
  readonly nameOf: (reference: ResourceReference) => string;
  readonly walk: (visitor: Visitor) => Promise<Unread>;
}

export interface Exported {
  readonly count: number;
  readonly failures: Unread['failures'];
  /** Why it ended early: exporting to the same folder again goes on from there. */
  readonly stopped: { readonly error: unknown } | undefined;
}

/**
 * Writes each file once its resource was read with its contents, and at the end the lock. Goes on with
 * an export that was stopped. @throws FolderError if the folder already contains other such files;
 * what `walk` throws before anything was read.
 */
export async function exportFolder(
  disk: Disk,
  { account, scopes, nameOf, walk }: Exporting,
): Promise<Exported> {
  const files = await FolderFiles.open(disk);
  const earlier = await findStopped(files, account, scopes);
  const places = earlier ?? { folders: new Map(), files: new Map(), created: [] };
  const layout = new Layout(account.id, places, files.entries, nameOf);
  const locked = new Map<string, LockedFile>(places.files);
  const done = byKey(account.id, places.files);
  let failures: Unread['failures'] = [];
  let stopped: Exported['stopped'];
  try {
    ({ failures } = await walk({
      skips: (reference) => done.has(toKey(reference)),
      found: (resource) => {
        layout.addFolder(resource);
        if (hasFiles(findKind(resource.reference.kind))) layout.pathOf(resource);
      },
      async completed(resource) {
        const { reference, values } = resource;
        layout.forgetContents(resource);
        if (!values) return;
        const { kind, ids } = reference;
        const path = layout.pathOf(resource);
        await files.write(path, toFileText(findKind(kind), ids, values));
        locked.set(path, new CompactFile({ kind, ids }, values));
      },
    }));
  } catch (error) {
    if (locked.size === 0) throw error;
    stopped = { error };
  }
  if (locked.size === 0 && failures.length === 0) throw new FolderError('nothing', '');
  const lock = { ...places, account, scopes, folders: layout.folders, files: locked };
  if (locked.size > 0) {
    await files.keepLineEnds();
    await writeLock(files, { ...lock, isUnfinished: stopped !== undefined });
  }
  return { count: locked.size, failures, stopped };
}

/** The lock of an export that was stopped; undefined if the folder has no such files. */
async function findStopped(
  files: FolderFiles,
  account: LockedAccount,
  scopes: Lock['scopes'],
): Promise<Lock | undefined> {
  const known = files.entries.find(({ path }) => path === lockName || kindOf(path));
  if (!known) return undefined;
  const lock = files.has(lockName) ? await readLock(files) : undefined;
  const isSame =
    lock?.account.id === account.id && JSON.stringify(lock.scopes) === JSON.stringify(scopes);
  if (!lock?.isUnfinished || !isSame) throw new FolderError('otherFiles', known.path);
  return lock;
}
