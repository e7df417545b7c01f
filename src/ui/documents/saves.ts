import * as vscode from 'vscode';
import type { LoginGuard } from './loginGuard';
import type { Sessions } from '../../resources/accounts/sessions';
import { typedChanges } from '../../resources/documents/changedFields';
import type { Documents } from '../../resources/documents/documents';
import type { OpenText } from '../../resources/documents/textOrigins';
import type { ResourceReference } from '../../resources/reference';
import { describeError } from '../errors/describeError';
import { toDiagnostics } from './diagnostics';
import { RemovedAccounts } from './removedAccounts';
import { withLateProgress } from '../lateProgress';
import { t } from '../l10n';
import { parseUri } from '../uris';

/**
 * The editor's side of documents: progress while a save is under way, and failures put where they
 * belong, on the fields or in the error that keeps the tab unsaved.
 */
export class Saves implements vscode.Disposable {
  readonly #documents: Documents;
  readonly #loginGuard: Pick<LoginGuard, 'allows'>;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management');
  readonly removedAccounts: RemovedAccounts;

  constructor(
    documents: Documents,
    sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>,
    loginGuard: Pick<LoginGuard, 'allows'>,
  ) {
    this.#documents = documents;
    this.removedAccounts = new RemovedAccounts(sessions);
    this.#loginGuard = loginGuard;
  }

  /** @throws FileSystemError in words for a person. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const reference = parseUri(uri);
    // The editor asks for the folders above a document, too.
    if (!reference && !uri.path.endsWith('.json')) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    try {
      const { changedAt, size, isEditable } = await this.#documents.stat(required(uri, reference));
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: changedAt,
        size,
        ...(isEditable ? {} : { permissions: vscode.FilePermission.Readonly }),
      };
    } catch (error) {
      const removed = this.removedAccounts.stat(uri, error);
      if (removed) return removed;
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError in words for a person. */
  async read(uri: vscode.Uri): Promise<string> {
    try {
      return await this.#documents.read(required(uri, parseUri(uri)));
    } catch (error) {
      const removed = this.removedAccounts.tell(uri, error);
      if (removed !== undefined) return removed;
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError in words for a person; the text is unsaved then. */
  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    const reference = required(uri, parseUri(uri));
    if (isAutomatic) {
      throw new vscode.FileSystemError(
        t('Only an explicit save sends changes to the service. Nothing was sent.'),
      );
    }
    try {
      if (!(await this.#mayBeSent(reference, text))) {
        throw new vscode.FileSystemError(t('Cancelled. Nothing was sent.'));
      }
      await withLateProgress(t('Saving to the service'), (signal) =>
        this.#documents.save(reference, text, signal),
      );
      this.#diagnostics.delete(uri);
    } catch (error) {
      this.#diagnostics.set(uri, toDiagnostics(error, text));
      throw toFileError(error);
    }
  }

  /** Notes what the editor holds when a document is opened. */
  async open(uri: vscode.Uri, text: OpenText): Promise<void> {
    const reference = parseUri(uri);
    if (reference) await this.#documents.noteOpened(reference, text);
  }

  /** Notes what the editor holds from now on. */
  async change(uri: vscode.Uri, text: OpenText): Promise<void> {
    if (!text.isDirty) this.#diagnostics.delete(uri);
    const reference = parseUri(uri);
    if (reference) await this.#documents.noteText(reference, text);
  }

  /** Notes that a document is about to be saved. */
  expect(uri: vscode.Uri): void {
    const reference = parseUri(uri);
    if (reference) this.#documents.expectSave(reference);
  }

  /** Notes that the editor shows a document as saved. */
  finish(uri: vscode.Uri): void {
    const reference = parseUri(uri);
    if (reference) this.#documents.noteSaved(reference);
  }

  /** Forgets a document that was closed. */
  async close(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    this.removedAccounts.forget(uri);
    const reference = parseUri(uri);
    if (reference) await this.#documents.forget(reference);
  }

  dispose(): void {
    this.#diagnostics.dispose();
    this.removedAccounts.dispose();
  }

  /** What is wrong with the text is told by the save itself. */
  #mayBeSent(reference: ResourceReference, text: string): Promise<boolean> {
    const changes = typedChanges(this.#documents.baseOf(reference) ?? {}, text) ?? [];
    return this.#loginGuard.allows([{ reference, changes }]);
  }
}

function required(uri: vscode.Uri, reference: ResourceReference | undefined): ResourceReference {
  if (!reference) throw vscode.FileSystemError.FileNotFound(uri);
  return reference;
}

function toFileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  return new vscode.FileSystemError(describeError(error));
}
