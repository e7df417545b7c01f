import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onExit } from './cleanup';

/** A fresh folder that is gone after `remove`, or at the latest when this process ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** Makes a temporary folder; `purpose` becomes part of its name. */
export function makeTemporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(tmpdir(), `server-management-${purpose}-`));
  // A process that was just killed may still hold files for a moment: hence the retries.
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
