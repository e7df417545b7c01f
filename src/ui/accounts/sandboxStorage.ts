import * as vscode from 'vscode';
import type { StateStorage } from '../../sandbox/persistence';
import { StorageFolder } from '../editor/storage/storageFolder';

/** A file in the extension's storage that holds the sandbox's state. */
export function sandboxStorage(folder: vscode.Uri, file: string): StateStorage {
  const files = new StorageFolder(folder);
  const uri = vscode.Uri.joinPath(folder, file);
  return {
    name: uri.fsPath,
    read: () => files.read(file),
    write: (text) => files.write(file, text),
    version: () => files.version(file),

    async setAside(suffix) {
      await files.moveAway(file, file + suffix);
      return uri.fsPath + suffix;
    },
  };
}
