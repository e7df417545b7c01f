import * as vscode from 'vscode';
import type { Account } from '../../../accounts/account';
import type { Sessions } from '../../../accounts/sessions';
import { showPick } from '../../editor/quickInput';
import { showMessage } from '../../editor/messages';
import { t } from '../../../base/l10n';

/** `asksAlways`: even for a single account, if the person pointed at something else. */
export async function pickAccount(
  { sessions, title }: { readonly sessions: Sessions; readonly title: string },
  matches: (account: Account) => boolean = () => true,
  asksAlways: boolean | string = false,
): Promise<Account | undefined> {
  if (!(await hasAccount(sessions))) return undefined;
  const accounts = (await sessions.accounts()).filter(matches);
  if (accounts.length === 0) {
    void showMessage('information', t('Add an account first.'));
    return undefined;
  }
  if (accounts.length === 1 && !asksAlways) return accounts[0];
  const chosen = await showPick(
    accounts.map((account) => ({
      label: account.label,
      description: account.isSandbox ? '' : account.baseUrl,
      account,
    })),
    {
      title,
      placeHolder: typeof asksAlways === 'string' ? asksAlways : t('Select an account'),
      ignoreFocusOut: true,
    },
  );
  return chosen?.account;
}

/** If there is no account, asks to add one first. */
export async function hasAccount(sessions: Sessions): Promise<boolean> {
  if ((await sessions.accounts()).length > 0) return true;
  const added = await vscode.commands.executeCommand('serverManagement.addAccount');
  return added !== undefined;
}
