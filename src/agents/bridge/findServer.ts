import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentEndpoint, toEndpointFile, wantedPrefix } from '../endpoint';

const pauseMs = 100;

/** Where an agent runs, as part of a file's name. */
export function toPlace(workingFolder: string): string {
  return createHash('sha256').update(workingFolder).digest('hex').slice(0, 16);
}

export class ServerFinder {
  readonly #folder: string;
  readonly #workingFolder: string;
  readonly #place: string;

  /** @param folder The folder of the servers' files. */
  constructor(folder: string, workingFolder: string) {
    this.#folder = folder;
    this.#workingFolder = workingFolder;
    this.#place = toPlace(workingFolder);
  }

  /** Where the server is, according to its file; undefined if there's no such file. */
  async read(): Promise<AgentEndpoint | undefined> {
    try {
      const file = path.join(this.#folder, toEndpointFile(this.#place));
      const found = JSON.parse(await readFile(file, 'utf8')) as unknown;
      const { url, token } = found as Partial<Record<keyof AgentEndpoint, unknown>>;
      // The token must not leave this machine, even if the file was tampered with.
      return typeof url === 'string' &&
        typeof token === 'string' &&
        new URL(url).hostname === '127.0.0.1'
        ? { url, token }
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Requests a server from the editor's windows, and waits for one other than `gone`. */
  async ask(
    gone: AgentEndpoint | undefined,
    timeoutMs: number,
  ): Promise<AgentEndpoint | undefined> {
    const wanted = path.join(this.#folder, `${wantedPrefix}${this.#place}`);
    await writeFile(wanted, this.#workingFolder, { mode: 0o600 }).catch(() => undefined);
    const end = Date.now() + timeoutMs;
    while (Date.now() < end) {
      const found = await this.read();
      if (found && found.token !== gone?.token) return found;
      await sleep(pauseMs);
    }
    return undefined;
  }
}
