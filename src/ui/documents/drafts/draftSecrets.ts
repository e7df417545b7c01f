import * as vscode from 'vscode';
import { secretFields } from '../../../documents/creations/creation';
import { creationFor } from '../../../documents/creations/creations';
import { tryParse } from '../../../documents/content';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import { type TakenSecret, TakenSecrets } from '../../../documents/drafts/takenSecrets';
import { findTypedSecrets } from '../../../documents/drafts/typedSecrets';
import { foreign } from '../../../base/foreignText';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';

/**
 * Removes secrets from drafts as soon as they are typed, before the editor backs up the text. They
 * are only kept in memory, and prefilled when the person is asked for them.
 */
export class DraftSecrets {
  readonly #drafts = new Map<string, TakenSecrets>();
  readonly #onDidTake: () => void;

  constructor(onDidTake: () => void) {
    this.#onDidTake = onDidTake;
  }

  /** The secrets removed from a draft's text. */
  of(uri: vscode.Uri): readonly TakenSecret[] {
    return this.#drafts.get(uri.path)?.all ?? [];
  }

  forget(uri: vscode.Uri): void {
    this.#drafts.delete(uri.path);
  }

  /** Checks a draft whose text has changed. */
  async noteChange({
    document,
    contentChanges,
    reason,
  }: vscode.TextDocumentChangeEvent): Promise<void> {
    if (contentChanges.some(({ text }) => text.length > 1)) {
      this.#drafts.get(document.uri.path)?.endTyping();
    }
    // Undo brings back a removed secret, or part of it.
    await this.takeOut(document, reason === undefined);
  }

  /** Removes the secrets from a draft's text; they are kept in memory unless `isKept` is false. */
  async takeOut(document: vscode.TextDocument, isKept = true): Promise<void> {
    const { uri } = document;
    const kind = parseDraftPath(uri.path)?.kind;
    const text = document.getText();
    const creation = kind && creationFor(kind, tryParse(text));
    const names = creation ? secretFields(creation).map(({ name }) => name) : [];
    const found = findTypedSecrets(text, names);
    if (found.length === 0) return;
    const edit = new vscode.WorkspaceEdit();
    for (const { offset, length, isQuoted } of found) {
      const [start, end] = [document.positionAt(offset), document.positionAt(offset + length)];
      // The cursor stays between the quotes if they stay.
      edit.replace(uri, new vscode.Range(start, end), isQuoted ? '' : '""');
    }
    // If something was typed meanwhile, that change is checked instead.
    if (!(await vscode.workspace.applyEdit(edit)) || !isKept) return;
    this.#keep(uri, found);
  }

  #keep(uri: vscode.Uri, found: readonly TakenSecret[]): void {
    const earlier = this.#drafts.get(uri.path);
    const taken = earlier ?? new TakenSecrets();
    this.#drafts.set(uri.path, taken);
    for (const { path, value } of found) taken.take({ path, value });
    this.#onDidTake();
    if (!earlier) tellOnce(found);
  }
}

/** Doesn't wait for an answer to the message. */
function tellOnce(found: readonly TakenSecret[]): void {
  const names = found.map(({ path }) => path.join('.')).join(', ');
  void showMessage(
    'information',
    t(
      'Secrets aren\'t kept in drafts, so "{0}" was taken out of the text. You\'ll be asked for it when you create this, with what you typed filled in.',
      String(foreign(names)),
    ),
  );
}
