import type * as vscode from 'vscode';
import { Agents } from '../agents/agents';
import type { StartSandbox } from '../accounts/sandboxHost';
import { SecretKeeping } from '../accounts/secretKeeping';
import { StoredData } from '../accounts/storedData';
import { SshLogins } from '../../resources/sshLogins';
import { LinkStatus } from '../link/linkStatus';
import { followedLink } from '../link/workspaceLink';
import { ProductionStatus } from '../status/productionStatus';
import { CurrentTargets } from '../currentTargets';
import type { Attention } from '../attention/attention';
import { FindingsAbove } from '../attention/findingsAbove';
import { createAttention } from './createAttention';
import { type Connections, createConnections } from './createConnections';
import { createEditing, type EditingServices } from './createEditing';
import { Explorer } from '../explorer';
import { type FleetCode, FleetPanels } from '../fleet/fleetPanels';
import { FollowPanels } from '../follow/followPanels';
import { createLog, type Log } from '../editor/log';
import { describeError } from '../describeError';
import { formats } from '../formats';
import { t } from '../l10n';
import { logExchanges } from '../diagnostics/log';
import { KeptChanges } from '../../panels/keptChanges';
import { Pending } from '../pending/pending';
import { type PanelCode, Panels } from '../panels/panels';
import { recordWrites } from './recordWrites';
import { openSharedStorage, type SharedStorage } from '../storage/sharedStorage';
import type { Views } from '../views';
import { createWatches } from '../watch/createWatches';
import type { Watches } from '../../actions/watch/watches';
import { platform } from '../../platform/platform';
import type { ChangeLog } from '../../documents/history/changeLog';
import { targetOf } from '../../resources/link';
import { findResource } from '../../resources/names/present';
import { ReportPages } from '../../reports/reportPages';
import { ResourceNames } from '../../resources/names/resourceNames';
import { ReportTexts } from '../reports/reportTexts';

/** Everything that is loaded on first use: what commands, views and documents work with. */
export interface Services extends Connections, EditingServices {
  readonly extensionId: string;
  readonly version: string;
  readonly log: Log;
  readonly storedData: StoredData;
  readonly secretKeeping: SecretKeeping;
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
  const { shared, ...foundation } = createFoundation(context, views, startSandbox);
  const surfaces = createSurfaces(context, views, { shared, ...foundation }, loadLater);
  const { log, sandbox, sessions, explorer, attention } = foundation;
  context.subscriptions.push(
    new ProductionStatus(sessions, surfaces.panels),
    new LinkStatus(foundation),
    surfaces.currentTargets,
    surfaces.pending,
    log,
    shared,
    foundation.servers,
    attention,
    explorer,
    logExchanges(log, sessions.onDidExchange),
  );
  const version = String((packageJSON as { version?: unknown }).version);
  const parts = {
    extensionId,
    version,
    storedData: new StoredData(context),
    ...foundation,
    ...surfaces,
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

type Foundation = Connections &
  EditingServices &
  Pick<
    Services,
    'log' | 'secretKeeping' | 'changeLog' | 'explorer' | 'attention' | 'servers' | 'names'
  > & { readonly shared: SharedStorage };

/** What everything else works with: accounts, resources, the trees and documents. */
function createFoundation(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox,
): Foundation {
  const log = createLog(t('Server Management'));
  const note = (what: string): void =>
    log.warn(t('Ignored the stored value "{0}": it couldn\'t be read.', what));
  const secretKeeping = new SecretKeeping(context);
  void secretKeeping.tellLoss();
  const connections = createConnections(context, startSandbox);
  const { sessions, store } = connections;
  const shared = openSharedStorage(context, note);
  const { changeLog, choices } = shared;
  const explorer = new Explorer(context, views, { choices, ...connections, note });
  const attention = createAttention(context, views, { explorer, note });
  const servers = new FindingsAbove(explorer.servers, attention, explorer.sources.options);
  const names = new ResourceNames({ t, formats, sessions, store, pins: explorer.sources.pins });
  const editing = createEditing(context, connections, { names, log, note });
  recordWrites(changeLog, editing, names);
  editing.drafts.onDidCreate(({ reference, content }) => {
    if (reference) void explorer.keep(reference, content);
  });
  return {
    log,
    secretKeeping,
    ...connections,
    ...editing,
    shared,
    changeLog,
    explorer,
    attention,
    servers,
    names,
  };
}

type Surfaces = Pick<
  Services,
  'panels' | 'fleet' | 'follow' | 'pending' | 'watches' | 'sshLogins' | 'currentTargets'
>;

/** Panels, pending changes and what commands are aimed at. */
function createSurfaces(
  context: vscode.ExtensionContext,
  views: Views,
  foundation: Foundation,
  loadLater: () => Promise<PanelCode & FleetCode>,
): Surfaces {
  const { sessions, attention, explorer, shared } = foundation;
  const { extensionUri, workspaceState: storage } = context;
  const keptChanges = new KeptChanges(storage);
  const panels = new Panels({ extensionUri, keptChanges, ...foundation }, loadLater);
  const fleet = new FleetPanels({ extensionUri, sessions, attention, storage }, loadLater);
  const follow = new FollowPanels({ extensionUri, ...foundation, storage });
  const pending = new Pending({ values: shared.pending, storage, ...foundation });
  const watches = createWatches(context, foundation);
  const sshLogins = new SshLogins(shared.choices);
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
  return { panels, fleet, follow, pending, watches, sshLogins, currentTargets };
}
