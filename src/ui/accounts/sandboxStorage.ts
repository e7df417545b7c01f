import * as vscode from 'vscode';
import type { StateStorage } from '../../sandbox/persistence';
import { StorageFolder } from '../storageFolder';

/** A file of the extension's own storage that keeps the sandbox's state. */
export function sandboxStorage(folder: vscode.Uri, file: string): StateStorage {
  const files = new StorageFolder(folder);
  const uri = vscode.Uri.joinPath(folder, file);
  return {
    name: uri.fsPath,
    read: () => files.read(file),
    write: (text) => files.write(file, text),

    async version() {
      try {
        const { mtime, size } = await vscode.workspace.fs.stat(uri);
        return `${mtime} ${size}`;
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound')
          return undefined;
        throw error;
      }
    },

    async setAside(suffix) {
      const moved = uri.with({ path: uri.path + suffix });
      await vscode.workspace.fs.rename(uri, moved);
      return moved.fsPath;
    },
  };
}
