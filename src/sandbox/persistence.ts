import { access, constants, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type World, world as worldSchema } from './state/world';

/** A file that keeps the world across restarts. */
export interface StateFile {
  /**
   * The world that was kept; undefined when there is none. A file that holds something else is set
   * aside and reported, never overwritten. Throws when the file or its folder cannot be used.
   */
  load(): Promise<World | undefined>;
  /**
   * Writes the world soon; calls shortly after one another make one write. A file that somebody else has
   * changed meanwhile is left as it is: that is reported, and nothing is written any more.
   */
  save(world: World): void;
  /** Resolves when everything that was saved is on the disk; nothing is saved any more. */
  close(): Promise<void>;
}

const debounceMs = 200;

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Tells one version of a file from the next, which is another file under its name. */
async function versionOf(file: string): Promise<string | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? `${found.ino} ${found.mtimeMs} ${found.size}` : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
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
  let isLeftToOthers = false;
  /** The version that was read or written here. */
  let known: string | undefined;

  async function setAside(): Promise<void> {
    const moved = `${file}.broken-${new Date().toISOString().replaceAll(':', '-')}`;
    await rename(file, moved);
    report(
      `The state file ${file} is damaged or was written by another version of the sandbox. ` +
        `It was moved to ${moved}, and the sandbox starts with new data.`,
    );
  }

  async function replaceOwn(text: string): Promise<void> {
    if (isLeftToOthers) return;
    if ((await versionOf(file)) !== known) {
      isLeftToOthers = true;
      report(
        `Somebody else, such as another window, has changed the state file ${file} meanwhile. ` +
          'It is left as it is: changes here are kept in memory only. Start the sandbox again to take it up.',
      );
      return;
    }
    await replaceFile(file, text);
    known = await versionOf(file);
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const world = unsaved;
    if (!world) return;
    unsaved = undefined;
    const text = `${JSON.stringify(world)}\n`;
    writing = writing
      .then(() => replaceOwn(text))
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
      known = await versionOf(file);
      try {
        text = await readFile(file, 'utf8');
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
        // Better to fail now than with the first change that cannot be kept.
        await access(path.dirname(file), constants.W_OK);
        return undefined;
      }
      const world = parse(text);
      if (!world) {
        await setAside();
        known = undefined;
      }
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
