import * as vscode from 'vscode';
import type { Core } from '../core';
import { t } from '../l10n';
import { lazy } from '../../shared/lazy';

/** The id under which the editor's account menu knows the accounts; the manifest names it, too. */
export const accountProviderId = 'serverManagement';

/** Puts the accounts into the editor's own account menu; the adapter is loaded when it is asked. */
export function registerAccountProvider(core: () => Promise<Core>): vscode.Disposable {
  const changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider = lazy(async () => {
    const [{ AccountProvider }, loaded] = await Promise.all([import('./accountProvider'), core()]);
    return new AccountProvider(loaded, (change) => changed.fire(change));
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
