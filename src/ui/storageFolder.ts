import * as vscode from 'vscode';
import type { Folder } from '../resources/memory/folder';
import { randomHex } from '../shared/random';

/** A folder of the extension's own storage. */
export class StorageFolder implements Folder {
  readonly #uri: vscode.Uri;
  /** Each window's files on the way have names of their own. */
  readonly #window = randomHex(4);

  constructor(uri: vscode.Uri) {
    this.#uri = uri;
  }

  async read(name: string): Promise<string | undefined> {
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(this.#at(name)));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** By way of another file, so that a window that ends meanwhile leaves the old one whole. */
  async write(name: string, text: string): Promise<void> {
    const temporary = this.#at(`${name}.${this.#window}.tmp`);
    await vscode.workspace.fs.writeFile(temporary, new TextEncoder().encode(text));
    await vscode.workspace.fs.rename(temporary, this.#at(name), { overwrite: true });
  }

  async remove(name: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#at(name));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  #at(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#uri, name);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}
