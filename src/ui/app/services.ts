import type * as vscode from 'vscode';
import { createEditing } from './createEditing';
import { createExplorerServices } from './explorerServices';
import type { StartSandbox } from '../accounts/sandboxHost';
import type { Services } from '../commands/services';
import { platform } from '../../platform/platform';
import { StoredData } from '../accounts/storedData';
import { Agents } from '../agents/agents';
import { FindingMarks, pointAtFields } from '../documents/help/findingMarks';
import { CurrentTargets } from '../explorer/currentTargets';
import { describeError } from '../editor/describeError';
import { FleetPanels } from '../panels/fleet/fleetPanels';
import { FollowPanels } from '../panels/follow/followPanels';
import { followedLink, LinkStatus } from '../accounts/link/workspaceLink';
import { Panels } from '../panels/panels';
import { Pending } from '../pending/pending';
import { ReportTexts } from '../documents/reports/provideReport';
import { ProductionStatus } from '../explorer/status/productionStatus';
import type { Views } from '../explorer/views';
import { createWatches } from '../explorer/watch/watching';
import type { SaveGate } from '../../documents/saveGate';
import { LeftForms } from '../../actions/questions/leftForms';
import { ChangeLog } from '../../documents/history/changeLog';
import { KeptChanges } from '../../panels/keptChanges';
import { ReportPages } from '../../panels/reports/readReport';
import { targetOf } from '../../resources/link';
import { findResource } from '../../resources/names/present';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { SshLogins } from '../../resources/sshTarget';
import { attentionSettings, onDidChangeAttentionSettings } from '../explorer/findings/settings';
import type { Mutes } from '../../findings/mutes';
import type { DraftSaves } from '../documents/drafts/draftSaves';
import { setContext } from '../editor/contextKeys';
import { diff } from '../../base/patch';
import type { Documents } from '../../documents/documents';
import { isAsMeant } from '../../documents/writing/outcome';
import { nameOfNew } from '../../documents/history/describeEntry';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import { t } from '../../base/l10n';

/** Creates everything that activation doesn't need, without sending any requests. */
export function createServices(
  context: vscode.ExtensionContext,
  views: Views,
  saveGate: SaveGate,
  startSandbox: StartSandbox = platform.startSandbox,
): Services {
  const { id: extensionId, packageJSON } = context.extension;
  const foundation = createFoundation(context, views, startSandbox);
  const { log, sessions, mutes } = foundation;
  const surfaces = createSurfaces(context, views, foundation);
  context.subscriptions.push(
    new ProductionStatus(sessions, surfaces.panels),
    new LinkStatus(foundation),
    surfaces.currentTargets,
    surfaces.pending,
    markFindings(extensionId, mutes),
    pointAtFields(views.attention, views.servers),
  );
  const version = String((packageJSON as { version?: unknown }).version);
  const parts = {
    extensionId,
    title: '',
    version,
    saveGate,
    storedData: new StoredData(context),
    leftForms: new LeftForms(),
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
      await agents.stop();
      await foundation.stop();
    },
  };
}

type Foundation = ReturnType<typeof createFoundation>;

/** What everything else works with: accounts, resources, the trees and documents. */
function createFoundation(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox,
) {
  const explorerServices = createExplorerServices(context, views, startSandbox);
  const { explorer, log, note, shared } = explorerServices;
  const changeLog = new ChangeLog(shared.changes);
  const { names } = explorer.sources;
  const editing = createEditing(context, explorerServices, { names, log, note });
  recordWrites(changeLog, editing, names);
  editing.drafts.onDidCreate(({ reference, content }) => {
    if (reference) void explorer.keep(reference, content);
  });
  return { ...explorerServices, ...editing, changeLog, names };
}

/** Panels, pending changes and what commands are aimed at. */
function createSurfaces(context: vscode.ExtensionContext, views: Views, foundation: Foundation) {
  const { sessions, attention, explorer, shared } = foundation;
  const { extensionUri, workspaceState: storage } = context;
  const keptChanges = new KeptChanges(storage);
  const panels = new Panels({ extensionUri, keptChanges, ...foundation });
  const fleet = new FleetPanels({ extensionUri, sessions, attention, storage });
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

/** Marks the findings about open documents in their text. */
function markFindings(extensionId: string, mutes: Mutes): FindingMarks {
  return new FindingMarks({
    extensionId,
    mutes,
    severityOf: (rule) => attentionSettings().severityOf(rule),
    onDidChangeSettings: onDidChangeAttentionSettings,
  });
}

/** The sources of writes. */
interface WriteSources {
  readonly documents: Documents;
  readonly drafts: DraftSaves;
}

/** Records the writes of documents and drafts in the history. */
function recordWrites(
  changeLog: ChangeLog,
  { documents, drafts }: WriteSources,
  names: ResourceNames,
): void {
  const labelOf = (reference: ResourceReference): string => names.pathOf(reference).join(' › ');
  documents.onDidWrite(({ reference, changes, outcome, reason, parts, write }) => {
    if (isAsMeant(outcome)) setContext('hasSavedChange', true);
    return changeLog.add({
      at: Date.now(),
      reference,
      label: labelOf(reference),
      name: findKind(reference.kind).variable ? String(names.nameOf(reference)) : '',
      changes,
      outcome,
      ...(reason ? { reason } : {}),
      parts,
      write,
    });
  });
  drafts.onDidCreate(({ collection, reference, content, outcome, write }) => {
    const { account, kind, parents } = collection;
    const name = nameOfNew(kind, content);
    return changeLog.add({
      at: Date.now(),
      reference: reference ?? { account, kind, ids: parents },
      label: reference ? labelOf(reference) : name || t(findKind(kind).names.one),
      name,
      verb: outcome === 'unknown' || outcome === 'notApplied' ? undefined : 'created',
      changes: diff({}, content),
      outcome,
      write,
    });
  });
}
