import * as vscode from 'vscode';
import { showFolderError } from './describeFolder';
import { EditorFiles } from './editorFiles';
import { type FolderServices, namesIn, openFolder, readLive } from './folderServices';
import { updateFolder } from '../../folders/updateFolder';
import { overlaps } from '../../base/patch';
import type { StagedChange, StagedFile } from '../../pending/stagedChange';
import { toKey } from '../../resources/reference';
import { t } from '../l10n';

/** Gives up what others changed differently: in the staged changes, and in the files behind them. */
export async function takeTheirs(
  services: FolderServices,
  all: readonly StagedChange[],
): Promise<void> {
  try {
    for (const staged of all) {
      const { state, changes, file, operation } = staged;
      if (state.type !== 'drifted' && state.type !== 'conflict') continue;
      const left = changes.filter(
        ({ path }) => !state.fields.some((field) => overlaps(field, path)),
      );
      // Files are written one after the other.
      // oxlint-disable-next-line no-await-in-loop
      if (file) await updateFile(services, staged, file);
      // oxlint-disable-next-line no-await-in-loop
      if (operation) await services.pending.changes.discard([staged]);
      // oxlint-disable-next-line no-await-in-loop
      else await services.pending.changes.replace(staged, left);
    }
  } catch (error) {
    await showFolderError(t("Couldn't update the folder."), error);
  }
}

/** Writes what others changed into the file that a change comes from. */
async function updateFile(
  services: FolderServices,
  { reference: { account, kind, ids } }: StagedChange,
  { folder }: StagedFile,
): Promise<void> {
  const uri = vscode.Uri.parse(folder, true);
  const read = await openFolder(services, uri);
  const tree = read && (await readLive(services, account, [{ kind, ids }]));
  if (!read || !tree) return;
  const only = new Set([toKey({ account, kind, ids })]);
  await updateFolder(new EditorFiles(uri), read, tree, { nameOf: namesIn(services), only });
}
