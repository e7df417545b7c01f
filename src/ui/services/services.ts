import type * as vscode from 'vscode';
import { Agents } from '../agents/agents';
import { createPrompts } from '../prompts/vscodePrompts';
import type { Prompts } from '../../actions/questions/prompts';
import { SandboxHost, type StartSandbox } from '../accounts/sandboxHost';
import { SecretKeeping } from '../accounts/secretKeeping';
import { StoredData } from '../accounts/storedData';
import { RecentExchanges } from '../../accounts/recentExchanges';
import { CronWarnings } from '../documents/help/cronWarnings';
import { ReadOnlyMarks } from '../documents/help/readOnlyMarks';
import { SshLogins } from '../../resources/sshLogins';
import { LinkStatus } from '../link/linkStatus';
import { followedLink } from '../link/workspaceLink';
import { ProductionStatus } from '../status/productionStatus';
import { CurrentTargets } from '../currentTargets';
import { MainDocuments } from '../documents/mainDocuments';
import { Saves } from '../documents/saves';
import { Snapshots } from '../snapshots';
import { DraftSaves } from '../drafts/draftSaves';
import type { Attention } from '../attention/attention';
import { FindingsAbove } from '../attention/findingsAbove';
import { createAttention } from './createAttention';
import { Explorer } from '../explorer';
import { type FleetCode, FleetPanels } from '../fleet/fleetPanels';
import { FollowPanels } from '../follow/followPanels';
import { createLog, type Log } from '../editor/log';
import { describeError } from '../describeError';
import { formats } from '../formats';
import { t } from '../l10n';
import { LockOutGuard } from '../../documents/writing/guard';
import { LockOutWarnings } from '../lockOut/lockOutWarnings';
import { logExchanges } from '../diagnostics/log';
import { KeptChanges } from '../../panels/keptChanges';
import { Pending } from '../pending/pending';
import { type PanelCode, Panels } from '../panels/panels';
import { recordWrites } from './recordWrites';
import { openSharedStorage } from '../storage/sharedStorage';
import { sshPort } from '../lockOut/sshPort';
import type { Views } from '../views';
import { createWatches } from '../watch/createWatches';
import type { Watches } from '../../actions/watch/watches';
import { systemClock } from '../../api/scheduling/clock';
import { platform } from '../../platform/platform';
import { AccountStore } from '../../accounts/accountStore';
import { Sessions } from '../../accounts/sessions';
import type { ChangeLog } from '../../documents/history/changeLog';
import { Documents } from '../../documents/documents';
import { Proposals } from '../../documents/proposals';
import { DocumentStates } from '../../documents/open/documentState';
import { targetOf } from '../../resources/link';
import { findResource } from '../../resources/names/present';
import { ReportPages } from '../../reports/reportPages';
import { ResourceNames } from '../../resources/names/resourceNames';
import { ResourceClient } from '../../resources/resourceClient';
import { ResourceStore } from '../../resources/store/resourceStore';
import { ReportTexts } from '../reports/reportTexts';

/** Everything that is loaded on first use: what commands, views and documents work with. */
export interface Services {
  readonly extensionId: string;
  readonly version: string;
  readonly log: Log;
  readonly recentExchanges: RecentExchanges;
  readonly accounts: AccountStore;
  readonly sandbox: SandboxHost;
  readonly storedData: StoredData;
  readonly secretKeeping: SecretKeeping;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly documents: Documents;
  readonly mainDocuments: MainDocuments;
  readonly saves: Saves;
  readonly proposals: Proposals;
  readonly lockOutGuard: LockOutGuard;
  readonly drafts: DraftSaves;
  readonly snapshots: Snapshots;
  readonly prompts: Prompts;
  /** The writes made by this extension. */
  readonly changeLog: ChangeLog;
  readonly explorer: Explorer;
  readonly attention: Attention;
  /** The tree of servers with what needs attention. */
  readonly servers: FindingsAbove;
  readonly names: ResourceNames;
  readonly panels: Panels;
  readonly fleet: FleetPanels;
  readonly follow: FollowPanels;
  readonly pending: Pending;
  /** Tasks at services, watched until they end. */
  readonly watches: Watches;
  /** The SSH logins that the person chose, by server. */
  readonly sshLogins: SshLogins;
  /** The targets of palette commands. */
  readonly currentTargets: CurrentTargets;
  readonly reportTexts: ReportTexts;
  readonly reportPages: ReportPages;
  readonly agents: Agents;
  /** Stops everything that runs, keeping its data. */
  stop(): Promise<void>;
}

/** Builds the services without sending any requests. */
export function createServices(
  context: vscode.ExtensionContext,
  views: Views,
  loadLater: () => Promise<PanelCode & FleetCode>,
  startSandbox: StartSandbox = platform.startSandbox,
): Services {
  const { id: extensionId, packageJSON } = context.extension;
  const log = createLog(t('Server Management'));
  const note = (what: string): void =>
    log.warn(t('Ignored the stored value "{0}": it couldn\'t be read.', what));
  const secretKeeping = new SecretKeeping(context);
  void secretKeeping.tellLoss();
  const connections = createConnections(context, startSandbox);
  const { sandbox, sessions, store } = connections;
  const shared = openSharedStorage(context, note);
  const { changeLog, choices } = shared;
  const explorer = new Explorer(context, views, { choices, ...connections, note });
  const attention = createAttention(context, views, { explorer, note });
  const servers = new FindingsAbove(explorer.servers, attention, explorer.sources.options);
  const names = new ResourceNames({ t, formats, sessions, store, pins: explorer.sources.pins });
  const editing = createEditing(context, connections, { names, note });
  recordWrites(changeLog, editing, names);
  editing.drafts.onDidCreate(({ reference, content }) => {
    if (reference) void explorer.keep(reference, content);
  });
  const panels = new Panels(
    {
      extensionUri: context.extensionUri,
      keptChanges: new KeptChanges(context.workspaceState),
      ...connections,
      ...editing,
      explorer,
    },
    loadLater,
  );
  const { extensionUri, workspaceState: storage } = context;
  const fleet = new FleetPanels({ extensionUri, sessions, attention, storage }, loadLater);
  const { documents, snapshots } = editing;
  const follow = new FollowPanels({ extensionUri, ...connections, names, storage });
  const values = shared.pending;
  const pending = new Pending({ values, storage, documents, snapshots, names, sessions });
  const watches = createWatches(context, { ...connections, names, log });
  const sshLogins = new SshLogins(choices);
  sessions.onDidChangeAccounts(async (id) => {
    if (!(await sessions.account(id))) await sshLogins.removeAccount(id);
  });
  const currentTargets = new CurrentTargets(
    views,
    (reference) => findResource(explorer.sources, reference),
    () => {
      const link = followedLink();
      return link && targetOf(link);
    },
  );
  context.subscriptions.push(
    new ProductionStatus(connections.sessions, panels),
    new LinkStatus({ ...connections, names }),
    currentTargets,
    pending,
    log,
    shared,
    servers,
    attention,
    explorer,
    logExchanges(log, sessions.onDidExchange),
  );
  const version = String((packageJSON as { version?: unknown }).version);
  const parts = {
    extensionId,
    version,
    log,
    storedData: new StoredData(context),
    secretKeeping,
    ...connections,
    ...editing,
    changeLog,
    explorer,
    attention,
    servers,
    names,
    panels,
    fleet,
    follow,
    pending,
    watches,
    sshLogins,
    currentTargets,
    reportTexts: new ReportTexts(),
    reportPages: new ReportPages(),
  };
  const agents = new Agents({
    context,
    version,
    tools: parts,
    reportError: (error) => log.error(describeError(error)),
  });
  context.subscriptions.push(agents);
  return {
    ...parts,
    agents,
    async stop() {
      await Promise.all([agents.stop(), explorer.stop(), attention.stop(), shared.flush()]);
      await sandbox.stop();
    },
  };
}

type Connections = Pick<
  Services,
  'accounts' | 'sandbox' | 'sessions' | 'recentExchanges' | 'client' | 'store'
>;

/** Accounts, and what reads and stores resources with their credentials. */
function createConnections(
  context: vscode.ExtensionContext,
  startSandbox: StartSandbox,
): Connections {
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

type EditingServices = Pick<
  Services,
  | 'documents'
  | 'mainDocuments'
  | 'saves'
  | 'proposals'
  | 'lockOutGuard'
  | 'drafts'
  | 'snapshots'
  | 'prompts'
>;

/** Documents and drafts, with the prompts and guards that their writes go through. */
function createEditing(
  context: vscode.ExtensionContext,
  { sessions, client, store }: Connections,
  { names, note }: { readonly names: ResourceNames; readonly note: (what: string) => void },
): EditingServices {
  const storage = context.workspaceState;
  const snapshots = new Snapshots();
  const prompts = createPrompts(snapshots);
  const lockOutReading = { client, store, sshPort };
  const guard = new LockOutGuard(lockOutReading, prompts, { t, describeError });
  const mainDocuments = new MainDocuments();
  const documents = new Documents({
    client,
    clock: systemClock,
    guard,
    states: new DocumentStates(storage, note),
    findOpen: mainDocuments.findOpen,
  });
  documents.onDidRead(({ reference, resource }) => store.replace(reference, resource));
  const proposals = new Proposals(storage);
  const saves = new Saves({ documents, mainDocuments, sessions, proposals });
  const drafts = new DraftSaves({ client, store, storage, guard, prompts, sessions, names });
  context.subscriptions.push(
    documents,
    saves,
    new LockOutWarnings(lockOutReading, documents),
    mainDocuments,
    new CronWarnings(),
    new ReadOnlyMarks(),
    drafts,
    snapshots,
  );
  return {
    documents,
    mainDocuments,
    saves,
    proposals,
    lockOutGuard: guard,
    drafts,
    snapshots,
    prompts,
  };
}
