import * as vscode from 'vscode';
import { describeFailures, showFolderError, tryAgain } from './describeFolder';
import { EditorDisk } from './editorDisk';
import { type FolderServices, namesIn, withReading } from './folderServices';
import { exportFolder } from '../../../pending/folders/exportFolder';
import type { Lock } from '../../../pending/folders/lock';
import { walkTree } from '../../../pending/folders/readTree';
import { isCancellation } from '../../../documents/errors/describeError';
import { describeError } from '../../editor/describeError';
import type { Account } from '../../../accounts/account';
import type { ResourceReference } from '../../../resources/reference';
import { pickFolder } from '../../editor/pickFolder';
import { showMessage } from '../../editor/messages';
import { pickAccount } from '../../prompts/pickers/pickAccount';
import { formats, t } from '../../../base/l10n';

/** Exports resources of one account, or all of an account, to a folder. */
export async function exportToFolder(
  services: FolderServices,
  references: readonly ResourceReference[],
  accountId: string | undefined,
): Promise<void> {
  const [first] = references;
  const id = first?.account ?? accountId ?? (await pickAccount(services))?.id;
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
  const { id, label, baseUrl } = account;
  try {
    const { count, failures, stopped } = await withReading(services, account, (reading) =>
      exportFolder(new EditorDisk(folder), {
        account: { id, label, service: baseUrl },
        scopes,
        nameOf: namesIn(services),
        walk: (visitor) => walkTree(reading, scopes, visitor),
      }),
    );
    const unread = describeFailures(services, { failures });
    if (stopped) {
      const soFar = t('Export stopped. Files so far: {0}.', formats.number(count));
      const why = isCancellation(stopped.error) ? [] : [describeError(stopped.error)];
      const goOn = { title: t('Continue'), run: again };
      await showMessage(why.length > 0 ? 'error' : 'information', [soFar, ...why].join(' '), [
        goOn,
      ]);
      return;
    }
    if (count === 0) {
      await showMessage('error', `${t("Couldn't export.")} ${unread}`, [tryAgain(again)]);
      return;
    }
    const done = count === 1 ? t('1 resource exported.') : t('{0} resources exported.', count);
    await showMessage(unread ? 'warning' : 'information', [done, unread].join(' ').trim(), [
      {
        title: t('Open Folder'),
        run: () => vscode.commands.executeCommand('vscode.openFolder', folder, true),
      },
    ]);
  } catch (error) {
    await showFolderError(t("Couldn't export."), error, again);
  }
}
