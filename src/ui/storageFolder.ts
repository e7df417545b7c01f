import * as vscode from 'vscode';
import type { Folder } from '../resources/memory/folder';
import { randomHex } from '../shared/random';
import { unlessMissing } from './unlessMissing';

/** After how long what a window wrote on the way to a file is no live window's any more, in milliseconds. */
const abandonedMs = 60_000;

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
    await this.#tidy(name);
  }

  async remove(name: string): Promise<void> {
    const files = [this.#at(name), ...(await this.#onTheWay(name)).map(({ file }) => file)];
    await Promise.all(files.map((file) => unlessMissing(this.#files.delete(file))));
  }

  /** Gives a file another name, and leaves none of its old one. */
  async moveAway(name: string, newName: string): Promise<void> {
    await this.#use(name, async (file) => {
      await this.#files.rename(file, this.#at(newName));
      return newName;
    });
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
    return (await this.#onTheWay(name))
      .filter(({ file }) => file.path.endsWith('.whole'))
      .toSorted((one, other) => other.mtime - one.mtime)[0]?.file;
  }

  /** Removes what windows left that ended while they wrote; it is older than what is in its place. */
  async #tidy(name: string): Promise<void> {
    const abandoned = (await this.#onTheWay(name)).filter(
      ({ mtime }) => Date.now() - mtime > abandonedMs,
    );
    await Promise.all(abandoned.map(({ file }) => unlessMissing(this.#files.delete(file))));
  }

  /** The files that windows wrote on the way to this one. */
  async #onTheWay(
    name: string,
  ): Promise<readonly { readonly file: vscode.Uri; readonly mtime: number }[]> {
    const entries = (await unlessMissing(this.#files.readDirectory(this.#uri))) ?? [];
    const files = entries
      .map(([each]) => each)
      .filter((each) => each.startsWith(`${name}.`) && /\.(?:part|whole)$/.test(each))
      .map(async (each) => {
        const file = this.#at(each);
        return { file, mtime: (await unlessMissing(this.#files.stat(file)))?.mtime ?? 0 };
      });
    return Promise.all(files);
  }

  #at(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#uri, name);
  }
}
