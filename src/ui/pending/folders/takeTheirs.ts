import * as vscode from 'vscode';
import { showFolderError } from './describeFolder';
import { type FolderServices, namesIn, openFolder, readLive } from './folderServices';
import { updateFolder } from '../../../pending/folders/updateFolder';
import { overlaps } from '../../../base/patch';
import type { StagedChange, StagedFile } from '../../../pending/stagedChange';
import { toKey } from '../../../resources/reference';
import { tellChanged } from '../describeStaged';
import { t } from '../../editor/l10n';

/** Drops staged changes in favor of others' changes, also in the files that they came from. */
export async function takeTheirs(
  services: FolderServices,
  all: readonly StagedChange[],
): Promise<void> {
  const changed: StagedChange[] = [];
  try {
    for (const staged of all) {
      const { state, changes, file, operation } = staged;
      if (state.type !== 'drifted' && state.type !== 'conflict') continue;
      const left = changes.filter(
        ({ path }) => !state.fields.some((field) => overlaps(field, path)),
      );
      const { changes: pending } = services.pending;
      // oxlint-disable-next-line no-await-in-loop
      const isSame = await (operation ? pending.discard([staged]) : pending.replace(staged, left));
      if (!isSame) changed.push(staged);
      // Files are written one after the other.
      // oxlint-disable-next-line no-await-in-loop
      else if (file) await updateFile(services, staged, file);
    }
    if (changed.length > 0) await tellChanged(changed);
  } catch (error) {
    await showFolderError(t("Couldn't update the folder."), error, () => takeTheirs(services, all));
  }
}

/** Writes others' changes into the file that a change was planned from. */
async function updateFile(
  services: FolderServices,
  { reference: { account, kind, ids } }: StagedChange,
  { folder }: StagedFile,
): Promise<void> {
  const uri = vscode.Uri.parse(folder, true);
  const read = await openFolder(services, uri, account);
  const tree = read && (await readLive(services, account, [{ kind, ids }]));
  if (!read || !tree) return;
  const only = new Set([toKey({ account, kind, ids })]);
  await updateFolder(read, tree, { nameOf: namesIn(services), only });
}
