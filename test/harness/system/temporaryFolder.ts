import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit } from './cleanup';

/** A new folder that is deleted by `remove`, or when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Makes a temporary folder; `purpose` becomes part of its name. */
export function makeTemporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `server-management-${purpose}-`));
  // Retries because a process that was just killed may still hold files for a moment.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(remove);
  return {
    path: folder,
    remove() {
      forget();
      remove();
    },
  };
}
