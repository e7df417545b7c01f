import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpointFile, type Endpoint, wantedFile } from '../endpoint';

const pauseMs = 100;

/** Where the server is, according to its file; undefined if there's no file that says so. */
export async function readEndpoint(folder: string): Promise<Endpoint | undefined> {
  try {
    const found = JSON.parse(await readFile(path.join(folder, endpointFile), 'utf8')) as unknown;
    const { url, token } = found as Partial<Record<keyof Endpoint, unknown>>;
    // The token must not leave this machine, whatever the file says.
    return typeof url === 'string' &&
      typeof token === 'string' &&
      new URL(url).hostname === '127.0.0.1'
      ? { url, token }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the editor for a server, and waits for one that isn't the `gone` one. */
export async function askForServer(
  folder: string,
  gone: Endpoint | undefined,
  patienceMs: number,
): Promise<Endpoint | undefined> {
  await writeFile(path.join(folder, wantedFile), '', { mode: 0o600 }).catch(() => undefined);
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    // oxlint-disable-next-line no-await-in-loop
    const found = await readEndpoint(folder);
    if (found && found.token !== gone?.token) return found;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(pauseMs);
  }
  return undefined;
}
