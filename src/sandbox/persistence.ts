import { access, constants, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type World, world as worldSchema } from './state/world';

/** A file that keeps the world across restarts. */
export interface StateFile {
  /**
   * The world that was kept; undefined when there is none. A file that holds something else is set
   * aside and reported, never overwritten. Throws when the file or its folder cannot be used.
   */
  load(): Promise<World | undefined>;
  /** Writes the world soon; calls shortly after one another make one write. */
  save(world: World): void;
  /** Resolves when everything that was saved is on the disk; nothing is saved any more. */
  close(): Promise<void>;
}

const debounceMs = 200;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Replaces a file as a whole: whoever reads it, or loses power, sees the old one or the new one. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    const handle = await open(temporary, 'w', 0o600);
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

function parse(text: string): World | undefined {
  try {
    const result = worldSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Opens a state file; `report` takes what a person should know about it. */
export function openStateFile(file: string, report: (message: string) => void): StateFile {
  let unsaved: World | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  async function setAside(): Promise<void> {
    const moved = `${file}.broken-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(file, moved);
    report(
      `The state file ${file} is damaged or was written by another version of the sandbox. ` +
        `It was moved to ${moved}, and the sandbox starts with new data.`,
    );
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const world = unsaved;
    if (!world) return;
    unsaved = undefined;
    const text = `${JSON.stringify(world)}\n`;
    writing = writing
      .then(() => replaceFile(file, text))
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        report(
          `The state file ${file} could not be written: ${why}. Changes are kept in memory only.`,
        );
      });
  }

  return {
    async load() {
      let text: string;
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        // Better to fail now than with the first change that cannot be kept.
        await access(path.dirname(file), constants.W_OK);
        return undefined;
      }
      const world = parse(text);
      if (!world) await setAside();
      return world;
    },
    save(world) {
      if (closed) return;
      unsaved = world;
      timer ??= setTimeout(write, debounceMs);
    },
    async close() {
      closed = true;
      write();
      await writing;
    },
  };
}
