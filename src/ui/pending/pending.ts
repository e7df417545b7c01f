import * as vscode from 'vscode';
import {
  describeState,
  type KnownNames,
  nameOfChange,
  pendingPathOf,
  toPendingUri,
  describeChanged,
  showStaged,
} from './describeStaged';
import { TogetherTexts } from '../../pending/togetherTexts';
import {
  isForeign,
  type StagedChange,
  type StagedState,
  type Staging,
  driftOf,
  toStagedKey,
  withEdits,
} from '../../pending/stagedChange';
import { systemClock } from '../../api/scheduling/clock';
import { type KeyValues, KeptValues, storedObject } from '../../resources/storage/stored';
import { PendingChanges } from '../../pending/pendingChanges';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { SharedValues } from '../../resources/storage/sharedValues';
import type { DocumentServices } from '../documents/documentServices';
import { showMessage, describeError, toFileError, commandButton } from '../editor/messages';
import { pendingScheme } from '../../documents/schemes';
import { t } from '../../base/l10n';
import { createLens } from '../editor/language';
import type { Sessions } from '../../accounts/sessions';
import { soon } from '../../base/callLater';
import { markOddities } from '../../base/oddText';
import { describeOperation, describeOrigin } from '../../pending/question';
import { outcomeIcons, type DocumentProblem } from '../../documents/writing/outcome';
import { describeChanges } from '../../documents/history/describeChanges';
import { createSourceControl, type SourceControl, type SourceGroup } from '../editor/sourceControl';
import { Markdown } from '../editor/markdown';
import { createStatus } from '../editor/statusBar';
import { setContext } from '../editor/contextKeys';
import { type JsonObject, apply } from '../../base/json';
import { foreign } from '../../base/foreignText';
import { parseDocument, parseText, toContent, toDocumentText } from '../../documents/content';
import { creationFor } from '../../documents/creations/creations';
import { parseWithoutSecrets } from '../../documents/drafts/drafts';
import { byteLength } from '../../documents/openDocument';
import { planSave } from '../../documents/plan/savePlan';
import { findKind } from '../../resources/kinds/kinds';
import {
  collectionOf,
  isDocumentName,
  type ResourceReference,
  toKey,
} from '../../resources/reference';
import { toDiagnostics, toOddities, toTypedDiagnostics } from '../documents/diagnostics';
import { fileError, toFolderStat } from '../editor/fileError';
import { allTabs, uriOf } from '../documents/inFront';
import type { ReviewedText } from '../editor/diff';
import { parseUri } from '../editor/uris';

export interface PendingServices extends DocumentServices {
  readonly pending: Pending;
}

export class Pending implements vscode.Disposable {
  readonly changes: PendingChanges;
  readonly together: TogetherTexts;
  readonly files: PendingFiles;
  readonly view: PendingView;
  /** Settles once the changes that were applied last are recorded in their folders. */
  recorded: Promise<unknown> = Promise.resolve();
  readonly folderMarks = vscode.languages.createDiagnosticCollection('server-management-folder');
  readonly #names: ResourceNames;
  readonly #languages = withoutAutoSave();
  #isAnnouncing = false;

  constructor(
    values: SharedValues,
    storage: KeyValues,
    services: Pick<DocumentServices, 'documents' | 'names' | 'sessions' | 'snapshots'>,
  ) {
    this.#names = services.names;
    const { documents, sessions } = services;
    this.changes = new PendingChanges(values, systemClock);
    this.together = new TogetherTexts(this.changes, storage, (reference) =>
      documents.live(reference),
    );
    this.files = new PendingFiles(this, services, storage);
    this.view = new PendingView(this, sessions);
    void this.changes.refresh();
  }

  /** Sends nothing until applied. `nameOf` names resources that weren't shown yet. */
  async stage(changed: readonly Omit<Staging, 'path'>[], nameOf?: KnownNames): Promise<void> {
    const stagings = await Promise.all(
      changed.map(async (change) => {
        const path = await pendingPathOf(this.#names, change, nameOf);
        return { ...change, path };
      }),
    );
    await this.changes.stage(stagings);
    // A plan from a folder says so itself.
    const others = stagings.filter((each) => isForeign(each) && each.origin !== 'folder');
    void this.#announce(others.flatMap((each) => this.changes.find(each) ?? []));
  }

  /** Says that others staged something, once until the person answers. */
  async #announce([first, ...more]: readonly StagedChange[]): Promise<void> {
    if (!first || this.#isAnnouncing) return;
    this.#isAnnouncing = true;
    const text =
      more.length > 0
        ? t('{0} changes staged by others. Nothing is sent until you apply them.', more.length + 1)
        : t('Change to "{0}" staged. Nothing is sent until you apply it.', nameOfChange(first));
    const show =
      more.length > 0
        ? commandButton(t('Show'), 'workbench.view.scm')
        : commandButton(t('Show'), 'serverManagement.compareStaged', toPendingUri(first));
    await showMessage('information', text, [show]);
    this.#isAnnouncing = false;
  }

  dispose(): void {
    this.#languages.dispose();
    this.folderMarks.dispose();
    this.view.dispose();
    this.files.dispose();
  }
}

/** Auto Save is off for the documents' languages, which these texts don't get by their paths. */
function withoutAutoSave(): vscode.Disposable {
  for (const document of vscode.workspace.textDocuments) setLanguage(document);
  return vscode.workspace.onDidOpenTextDocument(setLanguage);
}

function setLanguage(document: vscode.TextDocument): void {
  const { scheme, path } = document.uri;
  if (scheme !== pendingScheme) return;
  const language = path.endsWith('.json') ? 'server-management-json' : 'server-management-shell';
  // Setting it opens the text again.
  if (document.languageId === language) return;
  void vscode.languages.setTextDocumentLanguage(document, language);
}

/** The line above a text about several resources, whose lists are read unless they're fresh. */
export async function explainTogether(
  { pending, store }: Pick<PendingServices, 'pending' | 'store'>,
  { uri }: Pick<vscode.TextDocument, 'uri'>,
): Promise<vscode.CodeLens[]> {
  const lists = pending.together
    .references(uri.path)
    .filter(({ kind }) => findKind(kind).variable)
    .map(collectionOf);
  const distinct = new Map(lists.map((each) => [toKey(each), each])).values();
  await Promise.allSettled(
    [...distinct].map((each) => store.list(each, { priority: 'background' })),
  );
  const text = pending.together.describe(uri.path, (reference) => {
    const resource = store.find(reference);
    return resource && toContent(findKind(reference.kind), resource);
  });
  return text === '' ? [] : [createLens({ text, icon: 'info' })];
}

/** How soon a change shows, in milliseconds: many often change together. */
const drawDelayMs = 50;

type GroupId = StagedState['type'] | 'removed';

/** The groups in their order, with the icons of their rows; a pending one shows its operation. */
const groups: readonly (readonly [GroupId, label: () => string, icon: string, color: string])[] = [
  ['pending', () => t('Pending'), '', ''],
  ['conflict', () => t('Conflicts'), 'git-merge', 'editorWarning.foreground'],
  ['failed', () => t('Failed'), outcomeIcons.failed, 'errorForeground'],
  ['unknown', () => t('Outcome Unknown'), outcomeIcons.unknown, 'editorWarning.foreground'],
  ['drifted', () => t('Changed by Others'), 'organization', 'editorWarning.foreground'],
  ['removed', () => t('Account Removed'), 'debug-disconnect', 'disabledForeground'],
];

/** Shows staged changes in Source Control and in the status bar, as long as there are any. */
class PendingView implements vscode.Disposable {
  readonly #pending: Pending;
  readonly #sessions: Sessions;
  readonly #subscriptions: vscode.Disposable;
  readonly #status = createStatus(
    'serverManagement.pending',
    t('Server Management: Pending Changes'),
  );
  #control: SourceControl | undefined;
  #accounts: ReadonlySet<string> | undefined;
  readonly #showSoon = soon(drawDelayMs, () => void this.#readAndShow());
  #isDisposed = false;

  constructor(pending: Pending, sessions: Sessions) {
    this.#pending = pending;
    this.#sessions = sessions;
    this.#subscriptions = vscode.Disposable.from(
      pending.changes.onDidChange(() => this.#showSoon()),
      sessions.onDidChangeAccounts(() => this.#showSoon()),
    );
  }

  changesIn(group: string): readonly StagedChange[] {
    return this.#pending.changes.all.filter((staged) => this.#groupOf(staged) === group);
  }

  get reason(): string {
    return this.#control?.input.value.trim() ?? '';
  }

  forgetReason(): void {
    if (this.#control) this.#control.input.value = '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    this.#control?.dispose();
    this.#status.dispose();
  }

  async #readAndShow(): Promise<void> {
    if (this.#pending.changes.all.length > 0) {
      const accounts = await this.#sessions.accounts().catch(() => undefined);
      this.#accounts = accounts && new Set(accounts.map(({ id }) => id));
    }
    if (!this.#isDisposed) this.#show();
  }

  #groupOf({ reference, state }: StagedChange): GroupId {
    if (this.#accounts && !this.#accounts.has(reference.account)) return 'removed';
    return state.type;
  }

  #toGroups(): readonly SourceGroup[] {
    return groups.map(([id, label, icon, color]) => ({
      id,
      label: label(),
      rows: this.changesIn(id).map((staged) => ({
        uri: toPendingUri(staged),
        tooltip: toTooltip(staged, id),
        icon:
          id === 'pending'
            ? staged.operation && operationIcons[staged.operation]
            : { id: icon, color },
        isStruckThrough: staged.operation === 'delete',
      })),
    }));
  }

  #show(): void {
    const { all } = this.#pending.changes;
    setContext('hasPending', all.length > 0);
    if (all.length === 0) {
      this.#control?.dispose();
      this.#control = undefined;
      this.#status.hide();
      return;
    }
    this.#control ??= this.#create();
    this.#control.show(this.#toGroups());
    this.#status.show({
      icon: 'git-stash',
      text: t('{0} pending', all.length),
      label: all.length === 1 ? t('1 pending change') : t('{0} pending changes', all.length),
      tooltip: new Markdown().paragraph(t('Pending changes are sent when you apply them.')).value,
      command: 'workbench.view.scm',
    });
  }

  #create(): SourceControl {
    return createSourceControl({
      id: 'server-management',
      name: t('Server Management'),
      // The editor puts the key binding in place of "{0}".
      placeholder: t('Reason ({0} to apply)', '{0}'),
      accept: { command: 'serverManagement.applyPending', title: t('Apply') },
      open: { command: 'serverManagement.compareStaged', title: t('Compare with Live') },
      originalOf: (uri) => this.#pending.files.originalOf(uri),
    });
  }
}

const operationIcons = {
  create: { id: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  delete: { id: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
};

function toTooltip(
  { origin, path, state, changes, operation, reason = '' }: StagedChange,
  group: GroupId,
): string {
  const now =
    group === 'removed'
      ? t("The account was removed. This can't be applied.")
      : describeState(state);
  const folder = path.split('/').slice(1, -1).join(' › ');
  const what = operation ? describeOperation(operation) : describeChanges(changes).join(' ');
  const why = markOddities(reason);
  return [folder, describeOrigin(origin), now, what, why].filter(Boolean).join(' · ');
}

/** The live content with the changes applied. Saving one only stages; it sends nothing. */
class PendingFiles implements vscode.Disposable {
  readonly #pending: Pending;
  readonly #services: Pick<DocumentServices, 'documents' | 'snapshots'>;
  /** The live content next to which documents are shown; it outlives the window, as their texts do. */
  readonly #seen: KeptValues<JsonObject>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management-pending');
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(
    pending: Pending,
    services: Pick<DocumentServices, 'documents' | 'snapshots'>,
    storage: KeyValues,
  ) {
    const { changes, together } = pending;
    this.#pending = pending;
    this.#services = services;
    this.#seen = new KeptValues(storage, { prefix: 'pending:', schema: storedObject });
    this.#subscription = changes.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === pendingScheme) this.#changed.fire(uri);
      }
      void closeSettledTabs((path) => together.has(path) || changes.findPath(path) !== undefined);
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (!isDocumentName(uri.path)) return toFolderStat();
    const { text, at } = await this.#textOf(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: at, size: byteLength(text) };
  }

  async read(uri: vscode.Uri): Promise<string> {
    const { text } = await this.#textOf(uri);
    const state = this.#pending.changes.findPath(uri.path)?.state;
    // Shows on its fields why the service refused a change, and what may deceive its reader.
    const refused = state?.type === 'failed' ? toRefused(state) : [];
    this.#diagnostics.set(uri, [...toTypedDiagnostics(refused, text), ...toOddities(text)]);
    return text;
  }

  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    if (isAutomatic) {
      throw fileError(t('Changes are only staged when you save the document yourself.'));
    }
    try {
      if (this.#pending.together.has(uri.path)) {
        showStaged(await this.#pending.together.write(uri.path, text));
      } else await this.#write(this.#find(uri), text);
      this.#diagnostics.set(uri, toOddities(text));
    } catch (error) {
      this.#diagnostics.set(uri, toDiagnostics(error, text));
      throw toFileError(error);
    }
  }

  /** Reads the live state and prepares both texts. @throws ApiError, UnknownAccountError. */
  async prepare(staged: StagedChange, signal?: AbortSignal): Promise<ReviewedText> {
    const live = await this.#live(staged, signal);
    await this.#seen.set(staged.path, live);
    const after = toPendingUri(staged);
    this.#changed.fire(after);
    return { before: this.#snapshot(staged.path, live, staged.reference), after };
  }

  /** The live text that a document's changes are marked against. */
  async originalOf(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    if (uri.scheme === pendingScheme) {
      const live = this.#seen.get(uri.path);
      const staged = this.#pending.changes.findPath(uri.path);
      return live && staged && this.#snapshot(uri.path, live, staged.reference);
    }
    const reference = parseUri(uri);
    const base = reference && this.#services.documents.baseOf(reference);
    return base && this.#snapshot(`/base${uri.path}`, base, reference);
  }

  async forget(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    await this.#seen.set(uri.path, undefined);
    await this.#pending.together.forget(uri.path);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#diagnostics.dispose();
  }

  async #write(staged: StagedChange, text: string): Promise<void> {
    const { reference, path, operation } = staged;
    const live = this.#seen.get(path);
    if (!live) throw fileError(t('Open this document again from Source Control to edit it.'));
    // An unchanged text is also written when others are saved together with it.
    if (text === toStagedText(staged, live)) return;
    if (operation === 'delete') {
      throw fileError(t("A deletion can't be edited. Discard it to keep the resource."));
    }
    const mine =
      operation === 'create'
        ? parseWithoutSecrets(creationFor(reference.kind, parseText(text)), text)
        : parseDocument(findKind(reference.kind), text, live);
    if (!operation) planSave(findKind(reference.kind), { base: live, mine, theirs: live });
    // If the earlier text was already created, this one would be created again.
    if (operation === 'create' && this.#pending.changes.applyLock.isApplying(toStagedKey(staged))) {
      throw fileError(t('This is being created. Save again in a minute.'));
    }
    if (!(await this.#pending.changes.replace(staged, withEdits(staged, live, mine)))) {
      throw fileError(describeChanged([staged]));
    }
  }

  async #textOf(uri: vscode.Uri): Promise<{ readonly text: string; readonly at: number }> {
    const common = this.#pending.together.read(uri.path);
    if (common) return common;
    const staged = this.#find(uri);
    try {
      const live = this.#seen.get(uri.path) ?? (await this.#live(staged));
      await this.#seen.set(uri.path, live);
      return { text: toStagedText(staged, live), at: staged.at };
    } catch (error) {
      throw fileError(describeError(error));
    }
  }

  /** The live content, empty for a resource to create; records what others changed. */
  async #live(staged: StagedChange, signal?: AbortSignal): Promise<JsonObject> {
    if (staged.operation === 'create') return {};
    const live = await this.#services.documents.live(staged.reference, { signal });
    const fields = driftOf(staged.changes, live);
    if (fields.length > 0) await this.#pending.changes.markDrifted(staged, fields);
    return live;
  }

  #find(uri: vscode.Uri): StagedChange {
    const staged = this.#pending.changes.findPath(uri.path);
    if (!staged) throw vscode.FileSystemError.FileNotFound(uri);
    return staged;
  }

  /** The live text; under another path, the editor would show the change as renaming. */
  #snapshot(path: string, live: JsonObject, reference: ResourceReference): vscode.Uri {
    return this.#services.snapshots.put(path, toShownText(reference, live));
  }
}

function toRefused(state: StagedState & { readonly type: 'failed' }): readonly DocumentProblem[] {
  const fields = state.fields.length > 0 ? state.fields : [{ path: [], detail: state.text }];
  return fields.map(({ path, detail }) => ({ reason: 'refused', path, detail: foreign(detail) }));
}

function toStagedText({ reference, operation, changes }: StagedChange, live: JsonObject): string {
  return toShownText(reference, operation === 'delete' ? {} : apply(live, changes));
}

/** Empty for a resource that doesn't exist, so that a diff shows no additional changes. */
function toShownText({ kind }: ResourceReference, content: JsonObject): string {
  return Object.keys(content).length === 0 ? '' : toDocumentText(findKind(kind), content);
}

/** The editor would show them as deleted files. Those with unsaved text stay. */
async function closeSettledTabs(isStaged: (path: string) => boolean): Promise<void> {
  const settled = allTabs().filter((tab) => {
    const uri = uriOf(tab);
    return uri?.scheme === pendingScheme && !tab.isDirty && !isStaged(uri.path);
  });
  if (settled.length > 0) await vscode.window.tabGroups.close(settled, true);
}
