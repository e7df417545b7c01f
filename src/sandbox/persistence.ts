import { type World, world as worldSchema } from './state/world';

/** Where a state is kept: one text, such as a file's. */
export interface StateStorage {
  /** What a person knows it by, such as the file's path. */
  readonly name: string;
  /** The text; undefined where there is none. Throws where none could be written either. */
  read(): Promise<string | undefined>;
  /** Replaces the text as a whole or not at all. */
  write(text: string): Promise<void>;
  /** Tells one version of the text from the next; undefined where there is none. */
  version(): Promise<string | undefined>;
  /** Takes the text out of the way, under its name and the suffix, and answers that. */
  setAside(suffix: string): Promise<string>;
}

/** What keeps the world across restarts. */
export interface KeptState {
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

function parse(text: string): World | undefined {
  try {
    const result = worldSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the state in `storage`; `report` takes what a person should know about it. */
export function keepState(storage: StateStorage, report: (message: string) => void): KeptState {
  const { name } = storage;
  let unsaved: World | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let closed = false;
  let isLeftToOthers = false;
  /** The version that was read or written here. */
  let known: string | undefined;

  async function setAside(): Promise<void> {
    const moved = await storage.setAside(
      `.broken-${new Date().toISOString().replaceAll(':', '-')}`,
    );
    report(
      `The state file ${name} is damaged or was written by another version of the sandbox. ` +
        `It was moved to ${moved}, and the sandbox starts with new data.`,
    );
  }

  async function replaceOwn(text: string): Promise<void> {
    if (isLeftToOthers) return;
    if ((await storage.version()) !== known) {
      isLeftToOthers = true;
      report(
        `Somebody else, such as another window, has changed the state file ${name} meanwhile. ` +
          'It is left as it is: changes here are kept in memory only. Start the sandbox again to take it up.',
      );
      return;
    }
    await storage.write(text);
    known = await storage.version();
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
          `The state file ${name} could not be written: ${why}. Changes are kept in memory only.`,
        );
      });
  }

  return {
    async load() {
      known = await storage.version();
      const text = await storage.read();
      if (text === undefined) return undefined;
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
