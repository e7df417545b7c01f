import type * as vscode from 'vscode';
import { SandboxHost, type StartSandbox } from '../accounts/sandboxHost';
import { AccountStore } from '../../accounts/accountStore';
import { RecentExchanges } from '../../accounts/recentExchanges';
import { Sessions } from '../../accounts/sessions';
import { ResourceClient } from '../../resources/resourceClient';
import { ResourceStore } from '../../resources/store/resourceStore';
import { t } from '../../base/l10n';

/** Accounts, and what reads and stores resources with their credentials. */
export type Connections = ReturnType<typeof createConnections>;

export function createConnections(context: vscode.ExtensionContext, startSandbox: StartSandbox) {
  const accounts = new AccountStore(context.secrets);
  const sandbox = new SandboxHost(context, startSandbox);
  const sessions = new Sessions(accounts, sandbox, t('Sandbox'));
  const recentExchanges = new RecentExchanges(sessions.onDidExchange);
  const client = new ResourceClient(sessions);
  const store = new ResourceStore(client);
  sessions.onDidChangeConnection((id) => store.forgetAccount(id));
  sessions.onDidChangeState(({ account, state }) => {
    // Refused credentials get another try, and so does everything that failed because of them.
    if (state === 'unknown') store.outdate(account);
  });
  context.subscriptions.push(accounts, sessions, store, recentExchanges);
  return { accounts, sandbox, sessions, recentExchanges, client, store };
}
