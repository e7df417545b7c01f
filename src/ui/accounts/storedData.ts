import * as vscode from 'vscode';
import { unlessMissing } from '../unlessMissing';

/** Everything that the extension keeps on this machine. */
export class StoredData {
  readonly #context: vscode.ExtensionContext;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** Removes all of it: secrets, what is remembered here and in this workspace, and files. */
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
  await unlessMissing(vscode.workspace.fs.delete(folder, { recursive: true }));
}
