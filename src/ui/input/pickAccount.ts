import * as vscode from 'vscode';
import type { Account } from '../../resources/accounts/account';
import type { Sessions } from '../../resources/accounts/sessions';
import { t } from '../l10n';

/** Asks for an account; the only one there is needs no asking. */
export async function pickAccount(
  sessions: Sessions,
  matches: (account: Account) => boolean = () => true,
): Promise<Account | undefined> {
  const accounts = (await sessions.accounts()).filter(matches);
  if (accounts.length === 0) {
    void vscode.window.showInformationMessage(t('There is no account for this yet.'));
    return undefined;
  }
  if (accounts.length === 1) return accounts[0];
  const chosen = await vscode.window.showQuickPick(
    accounts.map((account) => ({
      label: account.label,
      description: account.isSandbox ? '' : account.baseUrl,
      account,
    })),
    { placeHolder: t('Which account?'), ignoreFocusOut: true },
  );
  return chosen?.account;
}
