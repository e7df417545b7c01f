import * as vscode from 'vscode';
import { PendingFiles } from './pendingFiles';
import { type KnownNames, pendingPathOf, toPendingUri } from './pendingUri';
import { PendingView } from './pendingView';
import { TogetherTexts } from '../../pending/togetherTexts';
import type { Staging } from '../../pending/staging';
import { systemClock } from '../../api/scheduling/clock';
import type { KeyValues } from '../../resources/storage/keptValues';
import { PendingChanges } from '../../pending/pendingChanges';
import { isForeign, type StagedChange } from '../../pending/stagedChange';
import type { ResourceNames } from '../../resources/names/resourceNames';
import type { SharedValues } from '../../resources/storage/sharedValues';
import type { DocumentServices } from '../documents/documentServices';
import { nameOfChange, showInSourceControl } from './describeStaged';
import { showMessage } from '../editor/messages';
import { pendingScheme } from '../../documents/schemes';
import { t } from '../../base/l10n';

/** Shared by staging, reviewing and applying changes. */
export interface PendingServices extends DocumentServices {
  readonly pending: Pending;
}

export class Pending implements vscode.Disposable {
  readonly changes: PendingChanges;
  readonly together: TogetherTexts;
  readonly files: PendingFiles;
  readonly view: PendingView;
  /** Marks files that plans from folders can't use. */
  readonly folderMarks = vscode.languages.createDiagnosticCollection('server-management-folder');
  readonly #names: ResourceNames;
  readonly #languages = withoutAutoSave();
  readonly #announcements = new Announcements();

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
    void this.#announcements.show(others.flatMap((each) => this.changes.find(each) ?? []));
  }

  dispose(): void {
    this.#languages.dispose();
    this.folderMarks.dispose();
    this.view.dispose();
    this.files.dispose();
    this.changes.dispose();
  }
}

/** Says that others staged something, once until the person answers. */
class Announcements {
  #isOpen = false;

  async show(staged: readonly StagedChange[]): Promise<void> {
    const [first, second] = staged;
    if (!first || this.#isOpen) return;
    this.#isOpen = true;
    const text = second
      ? t('{0} changes staged by others. Nothing is sent until you apply them.', staged.length)
      : t('Change to "{0}" staged. Nothing is sent until you apply it.', nameOfChange(first));
    const show = second
      ? showInSourceControl()
      : {
          run: () =>
            vscode.commands.executeCommand('serverManagement.compareStaged', toPendingUri(first)),
        };
    await showMessage('information', text, [{ ...show, title: t('Show') }]);
    this.#isOpen = false;
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
