import * as vscode from 'vscode';
import { createPrompts } from './actions/input/vscodePrompts';
import type { Prompts } from './actions/prompts';
import { SandboxHost, type StartSandbox } from './accounts/sandboxHost';
import { SecretKeeping } from './accounts/secretKeeping';
import { StoredData } from './accounts/storedData';
import { RecentExchanges } from './diagnostics/recentExchanges';
import { findOpen } from './documents/findOpen';
import { namesOf } from './documents/names';
import { LoginGuard } from './documents/loginGuard';
import { LockOutWarnings } from './documents/lockOutWarnings';
import { Saves } from './documents/saves';
import { Snapshots } from './documents/snapshots';
import { Drafts } from './drafts/drafts';
import { Explorer } from './explorer';
import { t } from './l10n';
import { logExchanges } from './log';
import { KeptChanges } from './panels/keptChanges';
import { Panels } from './panels/panels';
import type { Views } from './views';
import { platform } from '../platform/platform';
import { AccountStore } from '../resources/accounts/accountStore';
import { Sessions } from '../resources/accounts/sessions';
import { ChangeLog } from '../resources/documents/changeLog';
import { Documents } from '../resources/documents/documents';
import { DocumentStates } from '../resources/documents/documentState';
import { diff } from '../resources/documents/patch';
import type { ResourceReference } from '../resources/reference';
import { ResourceClient } from '../resources/resourceClient';
import { ResourceStore } from '../resources/resourceStore';
import { Emitter } from '../shared/emitter';

/** Everything that is loaded on first use: what commands, views and documents work with. */
export interface Core {
  readonly extensionId: string;
  readonly version: string;
  readonly log: vscode.LogOutputChannel;
  readonly recentExchanges: RecentExchanges;
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly storedData: StoredData;
  readonly secretKeeping: SecretKeeping;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly documents: Documents;
  readonly saves: Saves;
  readonly loginGuard: LoginGuard;
  readonly drafts: Drafts;
  readonly snapshots: Snapshots;
  readonly prompts: Prompts;
  /** The writes that were made from here. */
  readonly changeLog: ChangeLog;
  readonly explorer: Explorer;
  readonly panels: Panels;
  /** Reports that are to be read again where they are open. */
  readonly reportRefresh: Emitter<vscode.Uri>;
  /** Ends what runs; its data are kept. */
  stop(): Promise<void>;
}

/** Builds the core. Nothing is asked of any service by that. */
export function createCore(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox = platform.startSandbox,
): Core {
  const log = vscode.window.createOutputChannel(t('Server Management'), { log: true });
  const accounts = new AccountStore(context.secrets);
  const secretKeeping = new SecretKeeping(context);
  void secretKeeping.tellLoss();
  const sandbox = new SandboxHost(context, startSandbox);
  const sessions = new Sessions(accounts, sandbox, t('Sandbox'));
  const recentExchanges = new RecentExchanges(sessions.onDidExchange);
  const client = new ResourceClient(sessions);
  const store = new ResourceStore(client);
  sessions.onDidChangeConnection((id) => store.forgetAccount(id));
  sessions.onDidChangeState(({ account, state }) => {
    // Refused credentials get another try, and with them all that failed by them.
    if (state === 'unknown') store.outdate(account);
  });
  const states = new DocumentStates(context.workspaceState);
  const documents = new Documents({ client, states, findOpen });
  documents.onDidRead(({ reference, resource }) => store.replace(reference, resource));
  const snapshots = new Snapshots();
  const prompts = createPrompts(snapshots);
  const loginGuard = new LoginGuard(client, prompts);
  const saves = new Saves(documents, sessions, loginGuard);
  const lockOutWarnings = new LockOutWarnings(client, documents);
  const explorer = new Explorer(context, views, { sessions, client, store });
  const drafts = new Drafts({ client, store, storage: context.workspaceState });
  const changeLog = new ChangeLog(context.globalState);
  const labelOf = (reference: ResourceReference): string =>
    namesOf({ store, explorer }, reference).join(' › ');
  documents.onDidWrite(({ reference, changes, outcome }) => {
    return changeLog.add({
      at: Date.now(),
      reference,
      label: labelOf(reference),
      changes,
      outcome,
    });
  });
  drafts.onDidCreate(({ reference, content }) => {
    const changes = diff({}, content);
    return changeLog.add({
      at: Date.now(),
      reference,
      label: labelOf(reference),
      changes,
      outcome: 'done',
    });
  });
  context.subscriptions.push(
    log,
    accounts,
    sessions,
    store,
    documents,
    saves,
    lockOutWarnings,
    drafts,
    snapshots,
    recentExchanges,
    explorer,
    logExchanges(log, sessions.onDidExchange),
  );
  const { id: extensionId, packageJSON } = context.extension;
  const { extensionUri } = context;
  const panels = new Panels({
    extensionUri,
    keptChanges: new KeptChanges(context.workspaceState),
    client,
    documents,
    store,
    sessions,
    explorer,
  });
  return {
    extensionId,
    version: String((packageJSON as { version?: unknown }).version),
    log,
    recentExchanges,
    accounts,
    sandbox,
    storedData: new StoredData(context),
    secretKeeping,
    sessions,
    client,
    store,
    documents,
    saves,
    loginGuard,
    drafts,
    snapshots,
    prompts,
    changeLog,
    explorer,
    panels,
    reportRefresh: new Emitter(),
    async stop() {
      await explorer.stop();
      await sandbox.stop();
    },
  };
}
