import * as vscode from 'vscode';
import type { FolderEntry, FolderFiles } from '../../folders/folderFiles';

/** A folder on disk, or in another file system of the editor. */
export class EditorFiles implements FolderFiles {
  readonly #folder: vscode.Uri;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  async list(): Promise<readonly FolderEntry[]> {
    return this.#below('');
  }

  async read(path: string): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#at(path)));
  }

  async write(path: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.#at(path), new TextEncoder().encode(text));
  }

  async delete(path: string): Promise<void> {
    const { fs } = vscode.workspace;
    try {
      await fs.delete(this.#at(path), { useTrash: true });
    } catch {
      // Not every file system has a trash.
      await fs.delete(this.#at(path));
    }
  }

  #at(path: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, ...path.split('/').filter(Boolean));
  }

  /** Links aren't followed, and hidden folders such as `.git` are skipped. */
  async #below(folder: string): Promise<readonly FolderEntry[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.#at(folder));
    const found = await Promise.all(
      entries.map(async ([name, type]): Promise<readonly FolderEntry[]> => {
        if (name.startsWith('.') || name === 'node_modules') return [];
        const path = [folder, name].filter(Boolean).join('/');
        if ((type & vscode.FileType.SymbolicLink) !== 0) return [{ path, type: 'link' }];
        if (type !== vscode.FileType.Directory) return [{ path, type: 'file' }];
        return [{ path, type: 'folder' }, ...(await this.#below(path))];
      }),
    );
    return found.flat().toSorted((one, other) => (one.path < other.path ? -1 : 1));
  }
}
