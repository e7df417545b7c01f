import * as vscode from 'vscode';
import { StorageFolder } from './storageFolder';
import { SharedValues } from '../../../resources/storage/sharedValues';

export interface SharedStorage extends vscode.Disposable {
  /** Pins, view options and firewall notes. */
  readonly choices: SharedValues;
  readonly changes: SharedValues;
  readonly pending: SharedValues;
  flush(): Promise<void>;
}

/** Opens the shared storage; nothing is read until it's needed. */
export function openSharedStorage(
  { globalStorageUri }: vscode.ExtensionContext,
  note: (what: string) => void,
): SharedStorage {
  const folder = new StorageFolder(globalStorageUri);
  const open = (name: string): SharedValues => new SharedValues({ name, folder, note });
  const choices = open('choices');
  const changes = open('changes');
  const pending = open('pending');
  // Changes are only read when they are shown.
  const subscription = onDidWriteElsewhere(globalStorageUri, () => {
    void choices.refresh();
    void pending.refresh();
  });
  return {
    choices,
    changes,
    pending,
    async flush() {
      await Promise.all([choices.flush(), changes.flush(), pending.flush()]);
    },
    dispose() {
      subscription.dispose();
      choices.dispose();
      changes.dispose();
      pending.dispose();
    },
  };
}

/** The editor reports file changes, or at the latest when this window regains the focus. */
function onDidWriteElsewhere(folder: vscode.Uri, listener: () => void): vscode.Disposable {
  const subscriptions = new Set<vscode.Disposable>();
  let isDisposed = false;
  subscriptions.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) listener();
    }),
  );
  const watch = (): void => {
    if (isDisposed) return;
    const files = new vscode.RelativePattern(folder, '{choices,pending}-*.json');
    const watcher = vscode.workspace.createFileSystemWatcher(files, false, true, true);
    subscriptions.add(watcher).add(watcher.onDidCreate(listener));
  };
  // The editor rarely checks for a folder that doesn't exist. Without a folder nothing can be
  // stored.
  void vscode.workspace.fs.createDirectory(folder).then(watch, watch);
  return new vscode.Disposable(() => {
    isDisposed = true;
    for (const subscription of subscriptions) subscription.dispose();
  });
}
