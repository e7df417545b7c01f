import { access, constants, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StateStorage } from './persistence';

/** A file that keeps the state; its folder must exist. */
export function stateFile(file: string): StateStorage {
  return {
    name: file,

    async read() {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if (!isMissing(error)) throw error;
        // Better to fail now than at the first change that can't be saved.
        await access(path.dirname(file), constants.W_OK);
        return undefined;
      }
    },

    write: (text) => replaceFile(file, text),

    async version() {
      try {
        const found = await stat(file);
        return found.isFile() ? `${found.ino} ${found.mtimeMs} ${found.size}` : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async setAside(suffix) {
      await rename(file, file + suffix);
      return file + suffix;
    },
  };
}

/** Readers, even after a power failure, see either the old file or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    await rm(temporary, { force: true });
    // Never through a link that someone else put there.
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
