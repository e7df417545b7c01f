import type * as vscode from 'vscode';
import { type AttentionServices, createAttention } from './createAttention';
import { type Connections, createConnections } from './createConnections';
import type { StartSandbox } from '../accounts/sandboxHost';
import { SecretKeeping } from '../accounts/secretKeeping';
import { FindingsAbove } from '../explorer/findings/findingsAbove';
import { logExchanges } from '../editor/logExchanges';
import { createLog, type Log } from '../editor/log';
import { Explorer } from '../explorer/explorer';
import { t } from '../editor/l10n';
import { openSharedStorage, type SharedStorage } from '../editor/storage/sharedStorage';
import type { Views } from '../explorer/views';
import { platform } from '../../platform/platform';

/** What the first rows need: accounts, resources, and the trees that show them. */
export interface ExplorerServices extends Connections, AttentionServices {
  readonly log: Log;
  /** Logs the name of a stored value that couldn't be read. */
  readonly note: (what: string) => void;
  readonly secretKeeping: SecretKeeping;
  readonly shared: SharedStorage;
  readonly explorer: Explorer;
  /** The tree of servers with what needs attention. */
  readonly servers: FindingsAbove;
  /** Stops everything that runs, keeping its data. */
  stop(): Promise<void>;
}

/** Builds these services without sending any requests. */
export function createExplorerServices(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox = platform.startSandbox,
): ExplorerServices {
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
