import { watch } from 'node:fs';
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomHex } from '../../base/random';
import { type AgentEndpoint, isEndpointFile, toEndpointFile, wantedPrefix } from '../endpoint';

const usedFile = 'used';

interface Watching {
  readonly folders: () => readonly string[];
  /** Called when an agent in a place requests a server and no other window has taken it. */
  readonly onWanted: (place: string) => void;
}

/** A folder that only this user can read, where bridges find the server. */
export class EndpointFolder {
  readonly #path: string;
  readonly #window = randomHex(8);

  constructor(folder: string) {
    this.#path = folder;
  }

  async publish({ url, token }: AgentEndpoint, place: string): Promise<void> {
    await this.#write(toEndpointFile(place), JSON.stringify({ url, token }));
  }

  async install(program: string): Promise<string> {
    await this.#write('bridge.js', await readFile(program));
    return this.#at('bridge.js');
  }

  /** Removes a server from all places where no other one has been published since. */
  async withdraw({ token }: AgentEndpoint): Promise<void> {
    const files = (await this.#names()).filter(isEndpointFile).map((name) => this.#at(name));
    const withdrawn = files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (text.includes(token)) await rm(file, { force: true });
    });
    await Promise.all(withdrawn);
  }

  async noteUse(): Promise<void> {
    await this.#write(usedFile, this.#window);
  }

  /** Calls back whenever a bridge requests a server and this window is the right one. */
  async watch({ folders, onWanted }: Watching): Promise<() => void> {
    await this.#create();
    const considered = new Set<string>();
    const consider = async (name: string): Promise<void> => {
      if (considered.has(name)) return;
      considered.add(name);
      const workingFolder = await readFile(this.#at(name), 'utf8').catch(() => '');
      const isLastUsed =
        (await readFile(this.#at(usedFile), 'utf8').catch(() => '')) === this.#window;
      await sleep(await delayFor(workingFolder, folders(), isLastUsed));
      considered.delete(name);
      if (!isOver && (await this.#take(name))) onWanted(name.slice(wantedPrefix.length));
    };
    const look = async (): Promise<void> => {
      const names = (await this.#names()).filter((name) => /^wanted-[0-9a-f]+$/.test(name));
      await Promise.all(names.map(consider));
    };
    let isOver = false;
    const watcher = watch(this.#path, { persistent: false }, () => void look());
    watcher.on('error', () => watcher.close());
    void look();
    return () => {
      isOver = true;
      watcher.close();
    };
  }

  /** Only one window can move the file away. */
  async #take(name: string): Promise<boolean> {
    const taken = this.#at(`taken.${randomHex(4)}`);
    try {
      await move(this.#at(name), taken);
    } catch {
      return false;
    }
    await rm(taken, { force: true });
    return true;
  }

  async #names(): Promise<readonly string[]> {
    return readdir(this.#path).catch(() => []);
  }

  /** Writes a file atomically: a reader never sees half of it, and an agent may be starting it. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    await this.#create();
    const part = this.#at(`${name}.${randomHex(4)}`);
    try {
      await writeFile(part, content, { mode: 0o600, flag: 'wx' });
      await move(part, this.#at(name));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async #create(): Promise<void> {
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    await chmod(this.#path, 0o700);
  }

  #at(name: string): string {
    return path.join(this.#path, name);
  }
}

const pauseMs = 50;

/** Renames a file, up to a second later if the virus scanner of Windows has it open. */
async function move(from: string, to: string, pauses = 1_000 / pauseMs): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (pauses === 0 || !['EACCES', 'EBUSY', 'EPERM'].includes(code)) throw error;
    await sleep(pauseMs);
    await move(from, to, pauses - 1);
  }
}

/** Delay per folder between the window's and the agent's, in milliseconds. */
const perFolderMs = 50;
const mostFolders = 6;

/** Delays of windows without the agent's folder, in milliseconds: the last used one, and others. */
const lastUsedMs = 500;
const otherMs = 1_200;

/** In milliseconds: first the window whose folder is nearest, then the one that was used last. */
async function delayFor(
  workingFolder: string,
  folders: readonly string[],
  isLastUsed: boolean,
): Promise<number> {
  const distances = await Promise.all(folders.map((each) => distanceTo(workingFolder, each)));
  const nearest = Math.min(...distances);
  if (nearest < Infinity) return Math.min(nearest, mostFolders) * perFolderMs;
  return isLastUsed ? lastUsedMs : otherMs;
}

/** How many folders `inner` is below `outer`; infinite if it isn't in it. */
async function distanceTo(inner: string, outer: string): Promise<number> {
  // Either may be a way through links, or through a drive that Windows mapped.
  const reals = [inner, outer].map((each) => realpath(each).catch(() => each));
  const [realInner = '', realOuter = ''] = await Promise.all(reals);
  return Math.min(stepsTo(inner, outer), stepsTo(realInner, realOuter));
}

function stepsTo(inner: string, outer: string): number {
  const way = path.relative(outer, inner);
  if (way === '') return 0;
  const steps = way.split(path.sep);
  return steps[0] === '..' || path.isAbsolute(way) ? Infinity : steps.length;
}
