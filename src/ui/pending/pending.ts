import * as vscode from 'vscode';
import { PendingFiles } from './pendingFiles';
import {
  describeState,
  type KnownNames,
  nameOfChange,
  pendingPathOf,
  showInSourceControl,
  toPendingUri,
} from './describeStaged';
import { TogetherTexts } from '../../pending/togetherTexts';
import {
  isForeign,
  type StagedChange,
  type StagedState,
  type Staging,
} from '../../pending/stagedChange';
import { systemClock } from '../../api/scheduling/clock';
import type { KeyValues } from '../../resources/storage/stored';
import { PendingChanges } from '../../pending/pendingChanges';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { SharedValues } from '../../resources/storage/sharedValues';
import type { DocumentServices } from '../documents/documentServices';
import { showMessage } from '../editor/messages';
import { pendingScheme } from '../../documents/schemes';
import { t } from '../../base/l10n';
import { createLens } from '../editor/language';
import type { Sessions } from '../../accounts/sessions';
import { soon } from '../../base/callLater';
import { markOddities } from '../../base/oddText';
import { describeOperation, describeOrigin } from '../../pending/question';
import { outcomeIcons } from '../../documents/writing/outcome';
import { describeChanges } from '../../documents/history/describeChanges';
import { createSourceControl, type SourceControl, type SourceGroup } from '../editor/sourceControl';
import { Markdown } from '../editor/markdown';
import { createStatus } from '../editor/statusBar';
import { setContext } from '../editor/contextKeys';

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
    const { documents, snapshots, sessions } = services;
    this.changes = new PendingChanges(values, systemClock);
    this.together = new TogetherTexts(this.changes, storage, (reference) =>
      documents.live(reference),
    );
    this.files = new PendingFiles(this.changes, this.together, documents, snapshots, storage);
    this.view = new PendingView(this.changes, sessions, (uri) => this.files.originalOf(uri));
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
    const compare = 'serverManagement.compareStaged';
    const run = () => vscode.commands.executeCommand(compare, toPendingUri(first));
    const show = more.length > 0 ? showInSourceControl() : { run };
    await showMessage('information', text, [{ ...show, title: t('Show') }]);
    this.#isAnnouncing = false;
  }

  dispose(): void {
    this.#languages.dispose();
    this.folderMarks.dispose();
    this.view.dispose();
    this.files.dispose();
    this.changes.dispose();
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

export function explainTogether(
  { pending }: Pick<PendingServices, 'pending'>,
  { uri }: vscode.TextDocument,
): vscode.CodeLens[] {
  const text = pending.together.describe(uri.path);
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
  readonly #changes: PendingChanges;
  readonly #sessions: Sessions;
  readonly #originalOf: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>;
  readonly #subscriptions: vscode.Disposable;
  readonly #status = createStatus(
    'serverManagement.pending',
    t('Server Management: Pending Changes'),
  );
  #control: SourceControl | undefined;
  #accounts: ReadonlySet<string> | undefined;
  readonly #showSoon = soon(drawDelayMs, () => void this.#readAndShow());
  #isDisposed = false;

  constructor(
    changes: PendingChanges,
    sessions: Sessions,
    originalOf: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>,
  ) {
    this.#changes = changes;
    this.#sessions = sessions;
    this.#originalOf = originalOf;
    this.#subscriptions = vscode.Disposable.from(
      changes.onDidChange(() => this.#showSoon()),
      sessions.onDidChangeAccounts(() => this.#showSoon()),
    );
  }

  changesIn(group: string): readonly StagedChange[] {
    return this.#changes.all.filter((staged) => this.#groupOf(staged) === group);
  }

  get reason(): string {
    return this.#control?.input.trim() ?? '';
  }

  forgetReason(): void {
    if (this.#control) this.#control.input = '';
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    this.#control?.dispose();
    this.#status.dispose();
  }

  async #readAndShow(): Promise<void> {
    if (this.#changes.all.length > 0) {
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
    const { all } = this.#changes;
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
      originalOf: this.#originalOf,
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
