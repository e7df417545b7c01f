import { watch } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomHex } from '../../base/random';
import { endpointFile, type Endpoint, wantedFile } from '../endpoint';

/** A folder that only this user can read, where bridges find the server. */
export class EndpointFolder {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = folder;
  }

  /** Says where the server is. */
  async publish({ url, token }: Endpoint): Promise<void> {
    await this.#create();
    const part = this.#at(`${endpointFile}.${randomHex(4)}`);
    await writeFile(part, JSON.stringify({ url, token }), { mode: 0o600, flag: 'wx' });
    await rename(part, this.#at(endpointFile));
  }

  /** Puts the program for other agents beside the file. */
  async install(program: string): Promise<string> {
    await this.#create();
    const installed = this.#at('bridge.js');
    await copyFile(program, installed);
    return installed;
  }

  /** Forgets a server, unless another one was published meanwhile. */
  async withdraw({ token }: Endpoint): Promise<void> {
    const text = await readFile(this.#at(endpointFile), 'utf8').catch(() => '');
    if (text.includes(token)) await rm(this.#at(endpointFile), { force: true });
  }

  /** Calls back whenever a bridge asks for a server; of several windows, one is asked. */
  async watch(onWanted: () => void): Promise<() => void> {
    await this.#create();
    const take = async (): Promise<void> => {
      if (await this.#takeWanted()) onWanted();
    };
    const watcher = watch(this.#path, { persistent: false }, () => void take());
    watcher.on('error', () => watcher.close());
    void take();
    return () => watcher.close();
  }

  /** Only one window can move the file away. */
  async #takeWanted(): Promise<boolean> {
    const taken = this.#at(`${wantedFile}.${randomHex(4)}`);
    try {
      await rename(this.#at(wantedFile), taken);
    } catch {
      return false;
    }
    await rm(taken, { force: true });
    return true;
  }

  async #create(): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    await chmod(this.#path, 0o700);
  }

  #at(name: string): string {
    return path.join(this.#path, name);
  }
}
