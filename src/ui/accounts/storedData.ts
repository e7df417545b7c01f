import * as vscode from 'vscode';
import { draftPrefix } from '../../documents/drafts/storedDraft';
import { orUndefinedIfMissing } from '../storage/orUndefinedIfMissing';

/** Everything that the extension stores on this machine. */
export class StoredData {
  readonly #context: vscode.ExtensionContext;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** How many drafts this window's folder has. */
  get drafts(): number {
    const keys = this.#context.workspaceState.keys();
    return keys.filter((key) => key.startsWith(draftPrefix)).length;
  }

  /** Removes all stored data: secrets, global and workspace state, and files. */
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
