import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';
import { type Disk, type FolderEntry, listBelow } from '../../pending/folders/folderFiles';

export async function pickFolder(button: string): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      openLabel: toPlain(button),
    })) ?? [];
  return folder;
}

export function createTerminal(
  options: vscode.TerminalOptions & { readonly name: string },
): vscode.Terminal {
  return vscode.window.createTerminal({ ...options, name: toPlain(options.name) });
}

/** True if this extension runs on the person's machine, and the window's terminals on another one. */
export function isBesideRemote(extensionId: string): boolean {
  const kind = vscode.extensions.getExtension(extensionId)?.extensionKind;
  return vscode.env.remoteName !== undefined && kind === vscode.ExtensionKind.UI;
}

export class EditorDisk implements Disk {
  readonly #folder: vscode.Uri;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  list(): Promise<readonly FolderEntry[]> {
    return listBelow(async (folder) => {
      const entries = await vscode.workspace.fs.readDirectory(this.#at(folder));
      return entries.map(([name, type]) => [name, types[type] ?? 'link'] as const);
    });
  }

  async read(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
    const { fs } = vscode.workspace;
    const uri = this.#at(path);
    return (await fs.stat(uri)).size > mostBytes ? undefined : fs.readFile(uri);
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    await vscode.workspace.fs.writeFile(this.#at(path), bytes);
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
}

/** Links aren't followed, and reading a pipe or a device could take forever. */
const types: Readonly<Record<number, FolderEntry['type']>> = {
  [vscode.FileType.File]: 'file',
  [vscode.FileType.Directory]: 'folder',
};
