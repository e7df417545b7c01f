import * as vscode from 'vscode';
import { parseDraft, parseDraftPath, toNamedDraftPath } from '../../../documents/drafts/draftPath';
import { WriteError } from '../../../documents/writing/outcome';
import { DraftError, type Drafts as DraftStore } from '../../../documents/drafts/drafts';
import type { StoredDraft } from '../../../documents/drafts/storedDraft';
import { byteLength } from '../../../documents/openDocument';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { CollectionReference } from '../../../resources/reference';
import type { Event } from '../../../base/emitter';
import { besideEditors, rangeOf, toDiagnosticAtTop, toDiagnostics } from '../diagnostics';
import { describeError, showMessage, toFileError } from '../../editor/messages';
import { withLateProgress } from '../../editor/progress';
import { fileError, toFolderStat } from '../../editor/fileError';
import { showBriefly } from '../../editor/statusBar';
import { draftScheme } from '../../../documents/schemes';
import { secretFields } from '../../../documents/creations/creation';
import { creationFor } from '../../../documents/creations/creations';
import { tryParse } from '../../../documents/content';
import {
  findTypedSecrets,
  type RemovedSecret,
  RemovedSecrets,
} from '../../../documents/drafts/typedSecrets';
import { foreign } from '../../../base/foreignText';
import { t } from '../../../base/l10n';

/** The editor's side of drafts: files whose resources are created on save. */
export class DraftSaves implements vscode.Disposable {
  readonly #drafts: DraftStore;
  readonly #names: Pick<ResourceNames, 'inPaths'>;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management-draft');
  readonly #secretsTaken = new vscode.EventEmitter<void>();

  readonly secrets = new DraftSecrets(() => this.#secretsTaken.fire());
  /** A draft was created, or may have been; the content doesn't include its secrets. */
  readonly onDidCreate: DraftStore['onDidCreate'];

  constructor(drafts: DraftStore, names: Pick<ResourceNames, 'inPaths'>) {
    this.#drafts = drafts;
    this.#names = names;
    this.onDidCreate = drafts.onDidCreate;
  }

  readonly onDidChangeState: Event<void> = (listener) => {
    const changed = this.#drafts.onDidChangeState(listener);
    const taken = this.#secretsTaken.event(listener);
    return vscode.Disposable.from(changed, taken);
  };

  async start(...parameters: Parameters<DraftStore['start']>): Promise<vscode.Uri> {
    return this.#toUri(await this.#drafts.start(...parameters));
  }

  async place(collection: CollectionReference, draft: StoredDraft): Promise<vscode.Uri> {
    return this.#toUri(await this.#drafts.place(collection, draft));
  }

  isBeingCreated({ path }: vscode.Uri): boolean {
    return this.#drafts.isBeingCreated(path);
  }

  find({ path }: vscode.Uri): StoredDraft | undefined {
    return this.#drafts.find(path);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (!uri.path.endsWith('.json')) return toFolderStat();
    const { text, at } = this.#required(uri);
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: byteLength(text) };
  }

  read(uri: vscode.Uri): string {
    return this.#required(uri).text;
  }

  /** @throws FileSystemError with a message for the person; the draft is kept. */
  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    if (isAutomatic) {
      throw fileError(t('Only saving it yourself creates the resource. Nothing was sent.'));
    }
    try {
      const isLost = await this.#drafts.create(uri.path, text, this.secrets.of(uri), {
        sending: (work) => withLateProgress(t('Creating'), work),
        looking: (work) => withLateProgress(t('Checking whether it was created…'), work),
      });
      this.#diagnostics.delete(uri);
      if (isLost) showBriefly(t('Created. The answer was lost, but the service has it.'));
    } catch (error) {
      const failure = toDraftFileError(uri, error);
      this.#diagnostics.set(
        uri,
        error instanceof DraftError || error instanceof WriteError
          ? [toDiagnosticAtTop(failure.message, text)]
          : besideEditors(uri, toDiagnostics(error, text)),
      );
      throw failure;
    }
  }

  async forget(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    this.secrets.forget(uri);
    await this.#drafts.forget(uri.path);
  }

  dispose(): void {
    this.#diagnostics.dispose();
  }

  #toUri(path: string): vscode.Uri {
    const draft = parseDraft(path);
    const named = draft ? toNamedDraftPath(draft, this.#names.inPaths) : path;
    return vscode.Uri.from({ scheme: draftScheme, path: named });
  }

  #required(uri: vscode.Uri): StoredDraft {
    const draft = this.find(uri);
    if (!draft) throw vscode.FileSystemError.FileNotFound(uri);
    return draft;
  }
}

function toDraftFileError(uri: vscode.Uri, error: unknown): vscode.FileSystemError {
  if (error instanceof DraftError) {
    return error.reason === 'gone'
      ? vscode.FileSystemError.FileNotFound(uri)
      : fileError(t('This draft is being created.'));
  }
  if (!(error instanceof WriteError)) return toFileError(error);
  const why = describeError(error.cause ?? error);
  return fileError(
    error.outcome === 'unknown'
      ? `${t("It's unknown whether it was created. Save again to check.")} ${why}`
      : `${t('Not created. Save again to create it.')} ${why}`,
  );
}

/** Before the editor backs up the text. Kept in memory, and prefilled when they're asked for. */
class DraftSecrets {
  readonly #drafts = new Map<string, RemovedSecrets>();
  readonly #onDidTake: () => void;

  constructor(onDidTake: () => void) {
    this.#onDidTake = onDidTake;
  }

  of(uri: vscode.Uri): readonly RemovedSecret[] {
    return this.#drafts.get(uri.path)?.all ?? [];
  }

  forget(uri: vscode.Uri): void {
    this.#drafts.delete(uri.path);
  }

  async noteChange({
    document,
    contentChanges,
    reason,
  }: vscode.TextDocumentChangeEvent): Promise<void> {
    if (contentChanges.some(({ text }) => text.length > 1)) {
      this.#drafts.get(document.uri.path)?.endTyping();
    }
    // Undo brings back a removed secret, or part of it.
    await this.removeSecrets(document, reason === undefined);
  }

  /** Removes the secrets from a draft's text; they are kept in memory unless `isKept` is false. */
  async removeSecrets(document: vscode.TextDocument, isKept = true): Promise<void> {
    const { uri } = document;
    const kind = parseDraftPath(uri.path)?.kind;
    const text = document.getText();
    const creation = kind && creationFor(kind, tryParse(text));
    const names = creation ? secretFields(creation).map(({ name }) => name) : [];
    const found = findTypedSecrets(text, names);
    if (found.length === 0) return;
    const edit = new vscode.WorkspaceEdit();
    for (const each of found) {
      // The cursor stays between the quotes if they stay.
      edit.replace(uri, rangeOf(document, each), each.isQuoted ? '' : '""');
    }
    // If something was typed meanwhile, that change is checked instead.
    if (!(await vscode.workspace.applyEdit(edit)) || !isKept) return;
    const earlier = this.#drafts.get(uri.path);
    const taken = earlier ?? new RemovedSecrets();
    this.#drafts.set(uri.path, taken);
    for (const { path, value } of found) taken.take({ path, value });
    this.#onDidTake();
    if (!earlier) tellOnce(found);
  }
}

/** Doesn't wait for an answer to the message. */
function tellOnce(found: readonly RemovedSecret[]): void {
  const names = found.map(({ path }) => path.join('.')).join(', ');
  void showMessage(
    'information',
    t(
      'Secrets aren\'t kept in drafts, so "{0}" was taken out of the text. You\'ll be asked for it when you create this, with what you typed filled in.',
      String(foreign(names)),
    ),
  );
}
