import * as vscode from 'vscode';
import type { Folder } from '../resources/memory/folder';
import { randomHex } from '../shared/random';

/**
 * A folder of the extension's own storage. The editor removes a file before it moves another one to its
 * place, and a window may end between the two: then the other one, which is whole, is taken for the file.
 */
export class StorageFolder implements Folder {
  readonly #uri: vscode.Uri;
  readonly #files: vscode.FileSystem;

  constructor(uri: vscode.Uri, files = vscode.workspace.fs) {
    this.#uri = uri;
    this.#files = files;
  }

  async read(name: string): Promise<string | undefined> {
    const bytes = await this.#use(name, (file) => this.#files.readFile(file));
    return bytes && new TextDecoder().decode(bytes);
  }

  /** Tells one version of a file from the next; nothing where there is none. */
  async version(name: string): Promise<string | undefined> {
    const stat = await this.#use(name, (file) => this.#files.stat(file));
    return stat && `${stat.mtime} ${stat.size}`;
  }

  async write(name: string, text: string): Promise<void> {
    // Nobody else has files of these names: what is moved is always there.
    const part = this.#at(`${name}.${randomHex(4)}.part`);
    const whole = part.with({ path: part.path.replace(/part$/, 'whole') });
    await this.#files.writeFile(part, new TextEncoder().encode(text));
    await this.#files.rename(part, whole);
    await this.#replace(whole, this.#at(name));
  }

  async remove(name: string): Promise<void> {
    const names = [name, ...(await this.#onTheWay(name, /\.(?:part|whole)$/))];
    await Promise.all(names.map((each) => unlessMissing(this.#files.delete(this.#at(each)))));
  }

  /** Gives a file another name, and leaves none of its old one. */
  async moveAway(name: string, newName: string): Promise<void> {
    await this.#files.rename(this.#at(name), this.#at(newName));
    await this.remove(name);
  }

  /** What is done with a file; nothing where there is none. */
  async #use<T>(name: string, action: (file: vscode.Uri) => Thenable<T>): Promise<T | undefined> {
    const attempt = (file: vscode.Uri): Promise<T | undefined> => unlessMissing(action(file));
    const file = this.#at(name);
    const found = await attempt(file);
    if (found !== undefined) return found;
    const whole = await this.#newestWhole(name);
    // Its window may be alive, and have moved it meanwhile.
    return whole && ((await attempt(whole)) ?? attempt(file));
  }

  /** Another window may take away what is in the place at the same time, or remove all of it. */
  async #replace(whole: vscode.Uri, file: vscode.Uri): Promise<void> {
    const rename = async (): Promise<true> => {
      await this.#files.rename(whole, file, { overwrite: true });
      return true;
    };
    const isThere = (): Promise<unknown> => unlessMissing(this.#files.stat(whole));
    // oxlint-disable-next-line no-await-in-loop
    while (!(await unlessMissing(rename())) && (await isThere()));
  }

  async #newestWhole(name: string): Promise<vscode.Uri | undefined> {
    const files = (await this.#onTheWay(name, /\.whole$/)).map((each) => this.#at(each));
    const dated = files.map(async (file) => {
      const stat = await unlessMissing(this.#files.stat(file));
      return { file, mtime: stat?.mtime ?? 0 };
    });
    return (await Promise.all(dated)).toSorted((one, other) => other.mtime - one.mtime)[0]?.file;
  }

  async #onTheWay(name: string, ending: RegExp): Promise<readonly string[]> {
    const entries = (await unlessMissing(this.#files.readDirectory(this.#uri))) ?? [];
    return entries
      .map(([each]) => each)
      .filter((each) => each.startsWith(`${name}.`) && ending.test(each));
  }

  #at(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#uri, name);
  }
}

async function unlessMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
