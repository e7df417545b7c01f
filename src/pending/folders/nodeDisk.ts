import { closeSync, constants, type Dirent, openSync, readdirSync, readFileSync } from 'node:fs';
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, type FolderEntry, listBelow } from './folderFiles';

/** A folder of this machine, without an editor. Links in it are neither followed nor replaced. */
export class NodeDisk implements Disk {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): Promise<readonly FolderEntry[]> {
    return listBelow((folder) =>
      Promise.resolve(
        this.#entries(folder).map((entry) => {
          const other = entry.isDirectory() ? 'folder' : 'link';
          return [entry.name, entry.isFile() ? 'file' : other] as const;
        }),
      ),
    );
  }

  async read(file: string, mostBytes: number): Promise<Uint8Array | undefined> {
    if ((await lstat(this.#at(file))).size > mostBytes) return undefined;
    // Handing over each of these steps takes longer than a small file.
    const opened = openSync(this.#at(file), constants.O_RDONLY | noFollow);
    try {
      return readFileSync(opened);
    } finally {
      closeSync(opened);
    }
  }

  async write(file: string, bytes: Uint8Array): Promise<void> {
    const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
    await mkdir(path.dirname(this.#at(file)), { recursive: true });
    await writeFile(this.#at(file), bytes, { flag: O_WRONLY | O_CREAT | O_TRUNC | noFollow });
  }

  async delete(file: string): Promise<void> {
    await rm(this.#at(file));
  }

  /** A folder that doesn't exist is empty. */
  #entries(folder: string): readonly Dirent[] {
    try {
      return readdirSync(this.#at(folder), { withFileTypes: true });
    } catch (error) {
      if (folder === '' && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  #at(file: string): string {
    return path.join(this.#folder, ...file.split('/'));
  }
}

/** Windows has none. */
const noFollow = constants.O_NOFOLLOW ?? 0;
