import * as vscode from 'vscode';
import type { ListedFolder } from '../../../resources/storage/sharedValues';
import { randomHex } from '../../../base/random';

const abandonedMs = 60_000;

/**
 * To replace a file, the editor removes it before it moves the new one into place, and a window may
 * close in between: then the temporary file, which is complete, is used.
 */
export class StorageFolder implements ListedFolder {
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

  /** Distinguishes versions of a file; undefined if there is none. */
  async version(name: string): Promise<string | undefined> {
    const stat = await this.#use(name, (file) => this.#files.stat(file));
    return stat && `${stat.mtime} ${stat.size}`;
  }

  async write(name: string, text: string): Promise<void> {
    // Only this window uses files with these names, so the file to move always exists.
    const part = this.#at(`${name}.${randomHex(4)}.part`);
    const whole = part.with({ path: part.path.replace(/part$/, 'whole') });
    await this.#files.writeFile(part, new TextEncoder().encode(text));
    await this.#files.rename(part, whole);
    await this.#replace(whole, this.#at(name));
    await this.#tidy(name);
  }

  /** The names of all files, including those that a window wrote but couldn't move into place. */
  async names(): Promise<readonly string[]> {
    const entries = (await orUndefinedIfMissing(this.#files.readDirectory(this.#uri))) ?? [];
    const names = entries
      .map(([name]) => name.replace(/\.[0-9a-f]{8}\.whole$/, ''))
      .filter((name) => !name.endsWith('.part'));
    return [...new Set(names)];
  }

  async remove(name: string): Promise<void> {
    const files = [this.#at(name), ...(await this.#onTheWay(name)).map(({ file }) => file)];
    await Promise.all(files.map((file) => orUndefinedIfMissing(this.#files.delete(file))));
  }

  async moveAway(name: string, newName: string): Promise<void> {
    await this.#use(name, async (file) => {
      await this.#files.rename(file, this.#at(newName));
      return newName;
    });
    await this.remove(name);
  }

  async #use<T>(name: string, action: (file: vscode.Uri) => Thenable<T>): Promise<T | undefined> {
    const run = (file: vscode.Uri): Promise<T | undefined> => orUndefinedIfMissing(action(file));
    const file = this.#at(name);
    const found = await run(file);
    if (found !== undefined) return found;
    const whole = await this.#newestWhole(name);
    // Its window may be alive and have moved it by now.
    return whole && ((await run(whole)) ?? run(file));
  }

  /** Another window may remove the existing file at the same time, or delete everything. */
  async #replace(whole: vscode.Uri, file: vscode.Uri): Promise<void> {
    const rename = async (): Promise<true> => {
      await this.#files.rename(whole, file, { overwrite: true });
      return true;
    };
    const isThere = (): Promise<unknown> => orUndefinedIfMissing(this.#files.stat(whole));
    while (!(await orUndefinedIfMissing(rename())) && (await isThere()));
  }

  async #newestWhole(name: string): Promise<vscode.Uri | undefined> {
    return (await this.#onTheWay(name))
      .filter(({ file }) => file.path.endsWith('.whole'))
      .toSorted((one, other) => other.mtime - one.mtime)[0]?.file;
  }

  /** Removes what windows left when they closed while writing: it's older than the current file. */
  async #tidy(name: string): Promise<void> {
    const abandoned = (await this.#onTheWay(name)).filter(
      ({ mtime }) => Date.now() - mtime > abandonedMs,
    );
    await Promise.all(abandoned.map(({ file }) => orUndefinedIfMissing(this.#files.delete(file))));
  }

  async #onTheWay(
    name: string,
  ): Promise<readonly { readonly file: vscode.Uri; readonly mtime: number }[]> {
    const entries = (await orUndefinedIfMissing(this.#files.readDirectory(this.#uri))) ?? [];
    const files = entries
      .map(([each]) => each)
      .filter((each) => each.startsWith(`${name}.`) && /\.(?:part|whole)$/.test(each))
      .map(async (name) => {
        const file = this.#at(name);
        return { file, mtime: (await orUndefinedIfMissing(this.#files.stat(file)))?.mtime ?? 0 };
      });
    return Promise.all(files);
  }

  #at(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#uri, name);
  }
}

/** The result of a file operation; undefined if there is no such file. @throws any other error. */
export async function orUndefinedIfMissing<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
