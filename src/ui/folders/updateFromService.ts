import type * as vscode from 'vscode';
import {
  describeFailures,
  describeIgnored,
  markProblems,
  showProblems,
  tryAgain,
} from './describeFolder';
import { EditorFiles } from './editorFiles';
import { type FolderServices, namesIn } from './folderServices';
import { workInFolder } from './workInFolder';
import { type Updated, updateFolder } from '../../folders/updateFolder';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';

/** Writes others' changes into the files of a folder. */
export async function updateFromService(
  services: FolderServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const texts = { button: t('Update'), failed: t("Couldn't update the folder.") };
  await workInFolder(services, given, texts, async ({ folder, read, tree }, again) => {
    const nameOf = namesIn(services);
    const updated = await updateFolder(new EditorFiles(folder), read, tree, { nameOf });
    markProblems(services.pending.folderMarks, folder, updated.problems);
    await tell(updated, describeFailures(services, tree), again);
  });
}

async function tell(
  { changed, added, deleted, conflicts, problems }: Updated,
  failures: string,
  again: () => unknown,
): Promise<void> {
  // What couldn't be read may have changed, and a file that is ignored may be outdated.
  const isSame = failures === '' && problems.length === 0;
  const same = isSame ? t('All files are up to date.') : t('No files were changed.');
  const done =
    changed + added + deleted === 0
      ? same
      : t('Files changed: {0}, added: {1}, deleted: {2}.', changed, added, deleted);
  const parts = [
    done,
    conflicts.length > 0 ? t('Your edits that conflict were kept: {0}.', conflicts.join(', ')) : '',
    describeIgnored(problems),
    failures,
  ].filter(Boolean);
  await showMessage(parts.length > 1 ? 'warning' : 'information', parts.join(' '), [
    ...(problems.length > 0 ? [showProblems()] : []),
    ...(failures === '' ? [] : [tryAgain(again)]),
  ]);
}
