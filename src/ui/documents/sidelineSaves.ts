import type * as vscode from 'vscode';
import type { askToSave, wouldSend } from './askToSave';
import type { DocumentServices } from './documentServices';
import { findDocument, isInFront } from './inFront';
import { SaveGate } from '../../documents/saveGate';
import { fileError } from '../editor/fileError';
import { t } from '../l10n';

interface SaveCheck {
  readonly services: DocumentServices;
  readonly askToSave: typeof askToSave;
  readonly wouldSend: typeof wouldSend;
}

/** Saves of documents and drafts other than the one the person means to save. */
export class SidelineSaves {
  readonly #load: () => Promise<SaveCheck>;
  readonly #gate = new SaveGate();

  constructor(load: () => Promise<SaveCheck>) {
    this.#load = load;
  }

  /** Records a save that looks like the person's when it begins. */
  announce(document: vscode.TextDocument): void {
    this.#gate.announce(document.uri.toString(), isInFront(document));
  }

  /** @throws FileSystemError with a message for the person if a text must not be saved. */
  async check(uri: vscode.Uri, text: string): Promise<void> {
    const key = uri.toString();
    if (this.#gate.begin(key) ?? isOwnSave(uri, text)) return;
    const { askToSave, wouldSend, services } = await this.#load();
    if (!wouldSend(services, uri, text)) return;
    if (services.proposals.has(key)) {
      throw fileError(
        t(
          'A language model proposed this change: review it and save it in its own editor. Nothing was sent.',
        ),
      );
    }
    if (!(await this.#gate.allows(key, (keys) => askToSave(services, keys)))) {
      throw fileError(t('Not saved, as you chose. Nothing was sent.'));
    }
  }
}

/** A write by another extension that bypasses the document isn't the document's own save. */
function isOwnSave(uri: vscode.Uri, text: string): boolean {
  const document = findDocument(uri);
  return document?.getText() === text && isInFront(document);
}
