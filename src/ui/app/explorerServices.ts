import type * as vscode from 'vscode';
import { createConnections } from './createConnections';
import type { StartSandbox } from '../accounts/sandboxHost';
import { SecretKeeping } from '../accounts/secretKeeping';
import { FindingsAbove } from '../explorer/findings/findingsAbove';
import { logExchanges } from '../editor/logExchanges';
import { createLog } from '../editor/log';
import { Explorer } from '../explorer/explorer';
import { openSharedStorage } from '../editor/storage/sharedStorage';
import type { Views } from '../explorer/views';
import { Attention, FilteredCertificates } from '../explorer/findings/attention';
import { StorageFolder } from '../editor/storage/storageFolder';
import { Mutes } from '../../findings/mutes';
import { t } from '../../base/l10n';

/** Creates what the trees show: accounts, resources and findings. Sends no requests. */
export function createExplorerServices(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox,
) {
  const log = createLog(t('Server Management'));
  const note = (what: string): void =>
    log.warn(t('Ignored the stored value "{0}": it couldn\'t be read.', what));
  const secretKeeping = new SecretKeeping(context);
  void secretKeeping.tellLoss();
  const connections = createConnections(context, startSandbox);
  const shared = openSharedStorage(context, note);
  const { choices } = shared;
  const explorer = new Explorer(context, views, { choices, ...connections, note });
  const { attention, mutes } = createAttention(context, views, { explorer, note });
  const servers = new FindingsAbove(explorer.servers, attention, explorer.sources.options);
  context.subscriptions.push(
    log,
    shared,
    servers,
    attention,
    explorer,
    logExchanges(log, connections.sessions.onDidExchange),
  );
  return {
    log,
    note,
    secretKeeping,
    ...connections,
    shared,
    explorer,
    attention,
    mutes,
    servers,
    async stop() {
      await Promise.all([explorer.stop(), attention.stop(), shared.flush()]);
      await connections.sandbox.stop();
    },
  };
}

/** Creates the Needs Attention view, for accounts that still exist. */
function createAttention(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  { attention: view, servers }: Views,
  { explorer, note }: { readonly explorer: Explorer; readonly note: (what: string) => void },
) {
  const { sources, finder } = explorer;
  const folder = new StorageFolder(globalStorageUri);
  const mutes = new Mutes(sources.choices);
  const attention = new Attention({ view, sources, finder, folder, mutes, note });
  subscriptions.push(mutes, new FilteredCertificates(attention, sources, servers));
  sources.sessions.onDidChangeAccounts(async (id) => {
    if (!(await sources.sessions.account(id))) await attention.forget(id);
  });
  return { attention, mutes };
}
