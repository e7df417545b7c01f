import * as vscode from 'vscode';
import { showFolderError } from './describeFolder';
import { type FolderServices, openFolder, readLive } from './folderServices';
import { nothingRead } from '../../../pending/folders/readTree';
import { type AppliedFile, recordApplied } from '../../../pending/folders/recordApplied';
import type { AppliedChange } from '../../../pending/applyChanges';
import { t } from '../../editor/l10n';

/** Records applied changes in the folders that they were planned from. */
export async function recordInFolders(
  services: FolderServices,
  applied: readonly AppliedChange[],
): Promise<void> {
  const byFolder = new Map<string, AppliedFile[]>();
  for (const { staged, created } of applied) {
    const { file, reference, operation, changes } = staged;
    if (!file) continue;
    const given = { path: file.path, reference, operation, changes, created };
    byFolder.set(file.folder, [...(byFolder.get(file.folder) ?? []), given]);
  }
  for (const [folder, files] of byFolder) {
    // oxlint-disable-next-line no-await-in-loop
    await recordInOne(services, vscode.Uri.parse(folder, true), files);
  }
}

async function recordInOne(
  services: FolderServices,
  uri: vscode.Uri,
  applied: readonly AppliedFile[],
): Promise<void> {
  try {
    const created = applied.flatMap((each) => each.created ?? []);
    const read = await openFolder(services, uri, applied[0]?.reference.account);
    if (!read) return;
    const tree =
      created.length > 0
        ? await readLive(
            services,
            read.account,
            created.map(({ kind, ids }) => ({ kind, ids })),
          )
        : undefined;
    await recordApplied(read, tree ?? nothingRead, applied);
  } catch (error) {
    await showFolderError(t("Applied, but the folder couldn't be updated."), error, () =>
      recordInOne(services, uri, applied),
    );
  }
}
