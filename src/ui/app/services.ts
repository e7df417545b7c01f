import type * as vscode from 'vscode';
import { SandboxHost, type StartSandbox } from '../accounts/sandboxHost';
import type { Services } from '../commands/services';
import { platform } from '../../platform/platform';
import { StoredData } from '../accounts/storedData';
import { Agents } from '../agents/agents';
import {
  markFindings,
  pointAtFields,
  markReadOnlyFields,
  warnOfValues,
} from '../documents/help/fieldMarks';
import { CurrentTargets } from '../explorer/currentTargets';
import { describeError } from '../editor/messages';
import { followedLink, showLink } from '../accounts/link/workspaceLink';
import { Panels } from '../panels/panels';
import { Pending } from '../pending/pending';
import { RevertNotices } from '../pending/revertNotices';
import { Reverts } from '../../pending/reverts';
import { toActionContext } from '../commands/handlers/actionHandlers';
import { ReportTexts } from '../documents/texts';
import { showProduction } from '../explorer/statusItems';
import type { Views } from '../explorer/views';
import { createWatches } from '../explorer/watch/watching';
import type { SaveGate } from '../../documents/saveGate';
import { UnfinishedForms } from '../../documents/creations/fields';
import { ChangeLog } from '../../documents/history/changeLog';
import { keptChanges } from '../../panels/page/messages';
import { targetOf } from '../../resources/link';
import { findResource, nameOfNew } from '../../resources/names/resourceNames';
import { SshLogins } from '../../resources/ssh';
import { removeSshHosts } from '../commands/handlers/sshHosts';
import { CertificateStorage } from '../../findings/certificateStorage';
import { Mutes } from '../../findings/mutes';
import { askSecrets } from '../documents/drafts/askSecrets';
import { DraftSaves } from '../documents/drafts/draftSaves';
import { Drafts } from '../../documents/drafts/drafts';
import { askBeforeCreating, askBeforeRepeating, describePlace } from '../../actions/question';
import { setContext } from '../editor/contextKeys';
import { diff } from '../../base/json';
import { Documents } from '../../documents/documents';
import { isAsMeant } from '../../documents/writing/outcome';
import { findKind } from '../../resources/kinds/kinds';
import { resourceIn, type ResourceReference } from '../../resources/reference';
import { t } from '../../base/l10n';
import { SecretPersistence } from '../accounts/secretPersistence';
import { keepRecent, logExchanges } from '../../accounts/recentExchanges';
import { createLog } from '../editor/log';
import { Explorer } from '../explorer/explorer';
import { openSharedStorage } from '../editor/storage/sharedStorage';
import { Attention, followFilter } from '../explorer/findings/attention';
import { StorageFolder } from '../editor/storage/storageFolder';
import { MainDocuments } from '../documents/mainDocuments';
import { Saves } from '../documents/saves';
import { sshPort, warnOfLockOuts } from '../documents/help/lockOutWarnings';
import type { Prompts } from '../../actions/action';
import { createPrompts } from '../prompts/vscodePrompts';
import { Snapshots } from '../editor/snapshots';
import { systemClock } from '../../api/scheduling/clock';
import { documentStates, keptProposals } from '../../documents/openDocument';
import { KeptValues } from '../../resources/storage/stored';
import { LockOutGuard } from '../../documents/writing/guard';
import { AccountStore } from '../../accounts/accountStore';
import { Sessions } from '../../accounts/sessions';
import { ResourceClient } from '../../resources/resourceClient';
import { ResourceStore } from '../../resources/store/resourceStore';

/** Creates everything that activation doesn't need, without sending any requests. */
export function createServices(
  context: vscode.ExtensionContext,
  views: Views,
  saveGate: SaveGate,
  startSandbox: StartSandbox = platform.startSandbox,
): Services {
  const { id: extensionId, packageJSON } = context.extension;
  const explorerServices = createExplorerServices(context, views, startSandbox);
  const foundation = { ...explorerServices, ...createEditing(context, explorerServices) };
  const { log, sessions, mutes } = foundation;
  const surfaces = createSurfaces(context, views, foundation);
  context.subscriptions.push(
    showProduction(sessions, surfaces.panels),
    showLink(foundation),
    surfaces.currentTargets,
    surfaces.pending,
    markFindings(extensionId, mutes),
    pointAtFields(views.attention),
  );
  const version = String((packageJSON as { version?: unknown }).version);
  const parts = {
    extensionId,
    title: '',
    version,
    saveGate,
    storedData: new StoredData(context),
    unfinishedForms: new UnfinishedForms(),
    ...foundation,
    ...surfaces,
    reportTexts: new ReportTexts(sessions),
  };
  const agents = new Agents(context, version, parts, (error) => log.error(describeError(error)));
  const services: Services = {
    ...parts,
    agents,
    answerReverts: () => notices.answer(),
    async stop() {
      await Promise.all([agents.stop(), notices.stop()]);
      await foundation.stop();
    },
  };
  const { documents, reverts } = services;
  const notices = new RevertNotices({ ...toActionContext(services), documents, reverts });
  context.subscriptions.push(agents, notices);
  return services;
}

function createSurfaces(
  context: vscode.ExtensionContext,
  views: Views,
  foundation: ReturnType<typeof createExplorerServices> & ReturnType<typeof createEditing>,
) {
  const { sessions, explorer, shared } = foundation;
  const { extensionUri, workspaceState: storage } = context;
  const unsaved = new KeptValues(storage, keptChanges);
  const pending = new Pending(shared.pending, storage, foundation);
  const panels = new Panels({ extensionUri, unsaved, storage, pending, ...foundation });
  const watches = createWatches(context, foundation, foundation.names, foundation.log);
  const sshLogins = new SshLogins(shared.choices);
  sessions.onDidChangeAccounts(async (id) => {
    if (!(await sessions.account(id))) await removeSshHosts(id);
  });
  const currentTargets = new CurrentTargets(
    views,
    (reference) => findResource(explorer.sources, reference),
    () => {
      const link = followedLink();
      return link && targetOf(link);
    },
  );
  return { panels, pending, watches, sshLogins, currentTargets };
}

function recordWrites(
  changeLog: ChangeLog,
  documents: Documents,
  drafts: DraftSaves,
  explorer: Explorer,
): void {
  const { names } = explorer.sources;
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
    const { kind } = collection;
    const name = nameOfNew(kind, content);
    if (reference) void explorer.keep(reference, content);
    return changeLog.add({
      at: Date.now(),
      reference: reference ?? resourceIn(collection),
      label: reference ? labelOf(reference) : name || t(findKind(kind).names.one),
      name,
      verb: outcome === 'unknown' || outcome === 'notApplied' ? undefined : 'created',
      changes: diff({}, content),
      outcome,
      write,
    });
  });
}

function createExplorerServices(
  context: vscode.ExtensionContext,
  views: Views,
  startSandbox: StartSandbox,
) {
  const log = createLog(t('Server Management'));
  const note = (what: string): void =>
    log.warn(t('Ignored the stored value "{0}": it couldn\'t be read.', what));
  const secretPersistence = new SecretPersistence(context);
  void secretPersistence.tellLoss();
  const connections = createConnections(context, startSandbox);
  const shared = openSharedStorage(context, note);
  const { choices } = shared;
  const folder = new StorageFolder(context.globalStorageUri);
  const explorer = new Explorer(views, { choices, ...connections, folder, note });
  const { attention, certificates, mutes } = createAttention(
    context,
    views,
    explorer,
    folder,
    note,
  );
  context.subscriptions.push(
    log,
    shared,
    attention,
    explorer,
    logExchanges(log, connections.sessions.onDidExchange),
  );
  return {
    log,
    note,
    secretPersistence,
    ...connections,
    shared,
    explorer,
    attention,
    mutes,
    async stop() {
      const { storage } = explorer.sources;
      await Promise.all([storage.flush(), certificates.flush(), shared.flush()]);
      await connections.sandbox.stop();
    },
  };
}

function createAttention(
  { subscriptions }: vscode.ExtensionContext,
  { attention: view, servers }: Views,
  { sources, finder }: Explorer,
  folder: StorageFolder,
  note: (what: string) => void,
) {
  const mutes = new Mutes(sources.choices);
  const certificates = new CertificateStorage(folder, note);
  const attention = new Attention(view, sources, finder, certificates, mutes);
  subscriptions.push(followFilter(attention, sources, servers));
  sources.sessions.onDidChangeAccounts(async (id) => {
    if (!(await sources.sessions.account(id))) await certificates.forget(id);
  });
  return { attention, certificates, mutes };
}

/** Creates documents and drafts, with the prompts and guards that their writes go through. */
function createEditing(
  context: vscode.ExtensionContext,
  services: ReturnType<typeof createExplorerServices>,
) {
  const { sessions, client, store, explorer, log, note } = services;
  const { names } = explorer.sources;
  const storage = context.workspaceState;
  const snapshots = new Snapshots();
  const prompts = createPrompts(snapshots);
  const { guard, reverts } = createGuard(services, prompts);
  const mainDocuments = new MainDocuments();
  const writing = { client, clock: systemClock, guard };
  const documents = new Documents({
    ...writing,
    states: new KeptValues(storage, documentStates, note, (what) =>
      log.warn(t('"{0}" couldn\'t be stored in this workspace.', what)),
    ),
    findOpen: mainDocuments.findOpen,
  });
  documents.onDidRead(({ reference, resource }) => store.replace(reference, resource));
  const proposals = new KeptValues(storage, keptProposals);
  const saves = new Saves({ documents, mainDocuments, sessions, proposals, names });
  const stored = new Drafts({
    ...writing,
    storage,
    context: { client, store, prompts, mayRepeatWrites: platform.mayRepeatWrites },
    person: toDraftPerson({ prompts, sessions, store, names }),
  });
  const drafts = new DraftSaves(stored, names);
  const marks = [warnOfLockOuts(guard, documents), warnOfValues({ client, store })];
  context.subscriptions.push(saves, mainDocuments, drafts, ...marks);
  context.subscriptions.push(markReadOnlyFields());
  const changeLog = new ChangeLog(services.shared.changes);
  recordWrites(changeLog, documents, drafts, explorer);
  return {
    documents,
    mainDocuments,
    saves,
    proposals,
    lockOutGuard: guard,
    reverts,
    drafts,
    snapshots,
    prompts,
    changeLog,
    names,
  };
}

/** The guard, and what is reverted unless a person confirms it. */
function createGuard(
  { sessions, client, store, explorer, shared }: ReturnType<typeof createExplorerServices>,
  prompts: Prompts,
) {
  const { names, pendingFirewalls } = explorer.sources;
  const reverts = new Reverts(shared.pending, systemClock, pendingFirewalls, store);
  const words = {
    describeError,
    describePlace: (servers: readonly ResourceReference[]) =>
      describePlace({ sessions, store, names }, servers),
  };
  const wayBack = reverts.wayBack.bind(reverts);
  return { reverts, guard: new LockOutGuard({ client, store, sshPort }, prompts, words, wayBack) };
}

function toDraftPerson(asking: Parameters<typeof askBeforeCreating>[0]) {
  return {
    mayCreate: askBeforeCreating.bind(undefined, asking),
    mayRepeat: askBeforeRepeating.bind(undefined, asking),
    secrets: askSecrets,
  };
}

function createConnections(context: vscode.ExtensionContext, startSandbox: StartSandbox) {
  const accounts = new AccountStore(context.secrets);
  const sandbox = new SandboxHost(context, startSandbox);
  const sessions = new Sessions(accounts, sandbox, t('Sandbox'));
  const recentExchanges = keepRecent(sessions.onDidExchange);
  const client = new ResourceClient(sessions);
  const store = new ResourceStore(client);
  sessions.onDidChangeConnection((id) => store.forgetAccount(id));
  sessions.onDidChangeState(({ account, state }) => {
    // Refused credentials get another try, and so does everything that failed because of them.
    if (state === 'unknown') store.outdate(account);
  });
  context.subscriptions.push(accounts, sessions);
  return { accounts, sandbox, sessions, recentExchanges, client, store };
}
