import * as vscode from 'vscode';
import type { AccountActions, AccountProvider } from './accountProvider';
import type { AccountServices } from './accountServices';
import { accountProviderId } from '../../accounts/accountProviderId';
import { lazy } from '../../base/lazy';
import { t } from '../../base/l10n';

/** Registers the accounts in the editor's account menu; the adapter is loaded on first use, and `loadActions` with the first choice. */
export function registerAccountProvider(
  load: () => Promise<{
    readonly services: AccountServices;
    readonly AccountProvider: typeof AccountProvider;
  }>,
  loadActions: () => Promise<AccountActions>,
): vscode.Disposable {
  const changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider = lazy(async () => {
    const { AccountProvider, services } = await load();
    return new AccountProvider(services, loadActions, (change) => changed.fire(change));
  });
  return vscode.authentication.registerAuthenticationProvider(
    accountProviderId,
    t('Server Management'),
    {
      onDidChangeSessions: changed.event,
      getSessions: async (scopes, { account }) => (await provider()).list(scopes, account?.id),
      createSession: async (scopes) => (await provider()).signIn(scopes),
      removeSession: async (id) => (await provider()).signOut(id),
    },
    { supportsMultipleAccounts: true },
  );
}
