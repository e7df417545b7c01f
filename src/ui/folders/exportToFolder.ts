import * as vscode from 'vscode';
import { describeFailures, showFolderError, tryAgain } from './describeFolder';
import { EditorDisk } from './editorDisk';
import { type FolderServices, namesIn, readLive } from './folderServices';
import { FolderError } from '../../folders/folderFiles';
import { exportFolder } from '../../folders/exportFolder';
import type { Lock } from '../../folders/lock';
import type { Account } from '../../accounts/account';
import type { ResourceReference } from '../../resources/reference';
import { pickFolder } from '../editor/pickFolder';
import { showMessage } from '../editor/messages';
import { pickAccount } from '../prompts/pickers/pickAccount';
import { t } from '../l10n';

/** Exports resources of one account, or all of an account, to a folder. */
export async function exportToFolder(
  services: FolderServices,
  references: readonly ResourceReference[],
  accountId: string | undefined,
): Promise<void> {
  const [first] = references;
  const id = first?.account ?? accountId ?? (await pickAccount(services.sessions))?.id;
  const account = id === undefined ? undefined : await services.sessions.account(id);
  if (!account) return;
  if (references.some((each) => each.account !== account.id)) {
    void showMessage('information', t('Select resources of one account.'));
    return;
  }
  const folder = await pickFolder(t('Export'));
  if (!folder) return;
  const scopes = first ? references.map(({ kind, ids }) => ({ kind, ids })) : 'account';
  await exportScopes(services, account, scopes, folder);
}

async function exportScopes(
  services: FolderServices,
  account: Account,
  scopes: Lock['scopes'],
  folder: vscode.Uri,
): Promise<void> {
  const again = (): Promise<void> => exportScopes(services, account, scopes, folder);
  let failures = '';
  try {
    const tree = await readLive(services, account.id, scopes);
    if (!tree) return;
    failures = describeFailures(services, tree);
    const { label, baseUrl } = account;
    const count = await exportFolder(new EditorDisk(folder), {
      account: { id: account.id, label, service: baseUrl },
      scopes,
      tree,
      nameOf: namesIn(services),
    });
    const done = count === 1 ? t('1 resource exported.') : t('{0} resources exported.', count);
    await showMessage(failures ? 'warning' : 'information', [done, failures].join(' ').trim(), [
      {
        title: t('Open Folder'),
        run: () => vscode.commands.executeCommand('vscode.openFolder', folder, true),
      },
    ]);
  } catch (error) {
    const happened = t("Couldn't export.");
    const isUnread = error instanceof FolderError && error.reason === 'nothing' && failures !== '';
    await (isUnread
      ? showMessage('error', `${happened} ${failures}`, [tryAgain(again)])
      : showFolderError(happened, error, again));
  }
}
