import * as vscode from 'vscode';
import { draftPrefix, StoredDrafts } from '../../documents/drafts/storedDraft';
import { StoredPanelChanges } from '../../panels/storedPanelChanges';
import { orUndefinedIfMissing } from '../editor/storage/storageFolder';

export class StoredData {
  readonly #context: vscode.ExtensionContext;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** How many drafts this window's folder has that aren't created yet. */
  get drafts(): number {
    const { workspaceState } = this.#context;
    const drafts = new StoredDrafts(workspaceState);
    const keys = workspaceState.keys().filter((key) => key.startsWith(draftPrefix));
    const states = keys.map((key) => drafts.get(key.slice(draftPrefix.length))?.state?.type);
    return states.filter((state) => state !== 'created').length;
  }

  get panels(): number {
    return new StoredPanelChanges(this.#context.workspaceState).count;
  }

  async remove(): Promise<void> {
    const { secrets, globalState, workspaceState, globalStorageUri, storageUri } = this.#context;
    const forget = (memento: vscode.Memento): Thenable<void>[] =>
      memento.keys().map((key) => memento.update(key, undefined));
    await Promise.all([
      ...(await secrets.keys()).map((key) => secrets.delete(key)),
      ...forget(globalState),
      ...forget(workspaceState),
      removeFolder(globalStorageUri),
      ...(storageUri ? [removeFolder(storageUri)] : []),
    ]);
  }
}

async function removeFolder(folder: vscode.Uri): Promise<void> {
  await orUndefinedIfMissing(vscode.workspace.fs.delete(folder, { recursive: true }));
}
