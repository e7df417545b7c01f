import * as vscode from 'vscode';
import { StorageFolder } from './storageFolder';
import { SharedValues } from '../../../resources/storage/sharedValues';

/** Opens the shared storage; nothing is read until it's needed. */
export function openSharedStorage(
  { globalStorageUri }: vscode.ExtensionContext,
  note: (what: string) => void,
) {
  const folder = new StorageFolder(globalStorageUri);
  const open = (name: string): SharedValues => new SharedValues(name, folder, note);
  /** `choices` are pins, view options and firewall notes. */
  const values = { choices: open('choices'), changes: open('changes'), pending: open('pending') };
  const all = Object.values(values);
  // Changes are only read when they are shown.
  const subscription = onDidWriteElsewhere(globalStorageUri, () => {
    void values.choices.refresh();
    void values.pending.refresh();
  });
  return {
    ...values,
    flush: () => Promise.all(all.map((each) => each.flush())),
    dispose: () => subscription.dispose(),
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
