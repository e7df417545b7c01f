import * as vscode from 'vscode';
import { keptDrafts } from '../../documents/drafts/storedDraft';
import { keptChanges } from '../../panels/page/messages';
import { KeptValues } from '../../resources/storage/stored';
import { orUndefinedIfMissing } from '../editor/storage/storageFolder';

export class StoredData {
  readonly #context: vscode.ExtensionContext;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  /** How many drafts this window's folder has that aren't created yet. */
  get drafts(): number {
    const drafts = new KeptValues(this.#context.workspaceState, keptDrafts);
    return drafts.keys.filter((path) => drafts.get(path)?.state?.type !== 'done').length;
  }

  get panels(): number {
    const changes = new KeptValues(this.#context.workspaceState, keptChanges);
    return changes.keys.filter((path) => changes.get(path)?.length).length;
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
