import type * as vscode from 'vscode';
import {
  describeFailures,
  describeIgnored,
  markProblems,
  showProblems,
  tryAgain,
} from './describeFolder';
import { type FolderServices, namesIn } from './folderServices';
import { workInFolder } from './workInFolder';
import { findLargeLoss, type Updated, updateFolder } from '../../../pending/folders/updateFolder';
import { toPlain } from '../../../base/foreignText';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';

/** Writes others' changes into the files of a folder. */
export async function updateFromService(
  services: FolderServices,
  given: vscode.Uri | undefined,
): Promise<void> {
  const texts = { button: t('Update'), failed: t("Couldn't update the folder.") };
  await workInFolder(services, given, texts, async ({ folder, read, tree }, again) => {
    const loss = findLargeLoss(read, tree);
    if (loss && !(await mayLose(services, read.account, loss))) return;
    const nameOf = namesIn(services);
    const updated = await updateFolder(read, tree, { nameOf });
    markProblems(services.pending.folderMarks, folder, updated.problems);
    await tell(updated, describeFailures(services, tree), again);
  });
}

/** Asks before many files are deleted: the service may have returned lists that are too short. */
async function mayLose(
  { sessions, prompts }: FolderServices,
  id: string,
  { lost, of }: NonNullable<ReturnType<typeof findLargeLoss>>,
): Promise<boolean> {
  const label = (await sessions.account(id))?.label ?? '';
  return prompts.confirm({
    message: t('Delete {0} of {1} files?', lost, of),
    detail: t('"{0}" no longer returns their resources.', toPlain(label)),
    button: t('Delete'),
    typed: label,
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
