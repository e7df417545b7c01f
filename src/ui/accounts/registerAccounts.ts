import * as vscode from 'vscode';
import type { AccountProvider } from './accountProvider';
import type { AccountServices } from './accountServices';
import { accountProviderId } from '../../accounts/accountProviderId';
import { lazy } from '../../base/lazy';
import { t } from '../../base/l10n';
import type { DocumentMarks } from './documentMarks';
import { draftScheme, rowScheme, scheme } from '../../documents/schemes';

export function registerAccountProvider(
  load: () => Promise<{
    readonly services: AccountServices;
    readonly AccountProvider: typeof AccountProvider;
  }>,
): vscode.Disposable {
  const changed =
    new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  const provider = lazy(async () => {
    const { AccountProvider, services } = await load();
    return new AccountProvider(services, (change) => changed.fire(change));
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

const markedSchemes: ReadonlySet<string> = new Set([scheme, draftScheme, rowScheme]);

export function registerDocumentMarks(
  load: () => Promise<{
    readonly services: AccountServices;
    readonly DocumentMarks: typeof DocumentMarks;
  }>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const marks = lazy(async () => {
    const { DocumentMarks, services } = await load();
    services.sessions.onDidChangeAccounts(() => changed.fire(undefined));
    return new DocumentMarks(services);
  });
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async (uri) =>
      markedSchemes.has(uri.scheme) ? (await marks()).provideFileDecoration(uri) : undefined,
  });
}
