import * as vscode from 'vscode';
import type { askToSave, wouldSend } from './askToSave';
import type { DocumentServices } from './documentServices';
import { findDocument, isSameUri } from './inFront';
import { SaveGate } from '../../documents/saveGate';
import { fileError } from '../editor/fileError';
import { t } from '../../base/l10n';

interface SaveCheck {
  readonly services: DocumentServices;
  readonly askToSave: typeof askToSave;
  readonly wouldSend: typeof wouldSend;
}

export class SaveConfirmation implements vscode.Disposable {
  /** Records the saves that the person intends. */
  readonly gate = new SaveGate();
  readonly #load: () => Promise<SaveCheck>;
  readonly #subscription: vscode.Disposable;

  constructor(load: () => Promise<SaveCheck>) {
    this.#load = load;
    const settle = ({ uri }: vscode.TextDocument): void => this.gate.settle(uri.toString());
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(settle),
      vscode.workspace.onDidCloseTextDocument(settle),
    );
  }

  /** Records a save that looks like the person's when it begins. */
  announce(document: vscode.TextDocument): void {
    const { uri } = document;
    this.gate.announce(uri.toString(), document.getText(), isResolving(uri));
  }

  async check(uri: vscode.Uri, text: string): Promise<void> {
    const key = uri.toString();
    if (this.gate.startSave(key, text, findDocument(uri)?.getText())) return;
    const { askToSave, wouldSend, services } = await this.#load();
    if (!wouldSend(services, uri, text)) return;
    if (services.proposals.get(key)) {
      throw fileError(
        t(
          'A language model proposed this change: review it and save it in its own editor. Nothing was sent.',
        ),
      );
    }
    if (!(await this.gate.allows(key, (keys) => askToSave(services, keys)))) {
      throw fileError(t('Not saved, as you chose. Nothing was sent.'));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function isResolving(uri: vscode.Uri): boolean {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return (
    input instanceof vscode.TabInputTextDiff &&
    input.original.scheme === 'conflictResolution' &&
    isSameUri(input.modified, uri)
  );
}
