import type * as vscode from 'vscode';
import { showFolderError } from './describeFolder';
import { findFolder, type FolderServices, openFolder, readLive } from './folderServices';
import type { ReadFolder } from '../../../pending/folders/readFiles';
import type { LiveTree } from '../../../pending/folders/readTree';

/** A folder's files, and the resources that they are about. */
interface FolderState {
  readonly folder: vscode.Uri;
  readonly read: ReadFolder;
  readonly tree: LiveTree;
}

/** Reads a folder and the service for it, then does the work; if any of it fails, offers to repeat it. */
export async function workInFolder(
  services: FolderServices,
  given: vscode.Uri | undefined,
  texts: { readonly button: string; readonly failed: string },
  work: (state: FolderState, again: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = given ?? (await findFolder(texts.button));
  if (!folder) return;
  const again = (): Promise<void> => workInFolder(services, folder, texts, work);
  try {
    const read = await openFolder(services, folder);
    const tree = read && (await readLive(services, read.account, read.lock.scopes));
    if (read && tree) await work({ folder, read, tree }, again);
  } catch (error) {
    await showFolderError(texts.failed, error, again);
  }
}
