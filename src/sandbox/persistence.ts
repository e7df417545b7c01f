import { type World, world as worldSchema } from './state/world';

/** Where a state is stored: a single text, such as a file's. */
export interface StateStorage {
  /** A name that people recognize, such as the file's path. */
  readonly name: string;
  /**
   * Returns the text; undefined if there is none. Throws if the place couldn't be written either.
   */
  read(): Promise<string | undefined>;
  /** Replaces the text, completely or not at all. */
  write(text: string): Promise<void>;
  /** Distinguishes versions of the text; undefined if there is none. */
  version(): Promise<string | undefined>;
  /** Renames the text by appending the suffix, and returns the new name. */
  setAside(suffix: string): Promise<string>;
}

/** Keeps the world across restarts. */
export interface KeptState {
  /**
   * The stored world; undefined if there is none. A file with other content is set aside and
   * reported, never overwritten. Throws if the file or its folder can't be used.
   */
  load(): Promise<World | undefined>;
  /**
   * Saves the world soon; calls in quick succession result in a single write. If another process
   * has changed the file meanwhile, that is reported and nothing is written anymore.
   */
  save(world: World): void;
  /** Resolves when everything is on disk; afterwards nothing is saved anymore. */
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

/** Keeps the state in `storage`; `report` receives messages for people. */
export function keepState(storage: StateStorage, report: (message: string) => void): KeptState {
  return new StateKeeper(storage, report);
}

class StateKeeper implements KeptState {
  readonly #storage: StateStorage;
  readonly #report: (message: string) => void;
  #unsaved: World | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isLeftToOthers = false;
  /** The version that was last read or written here. */
  #known: string | undefined;

  constructor(storage: StateStorage, report: (message: string) => void) {
    this.#storage = storage;
    this.#report = report;
  }

  async load(): Promise<World | undefined> {
    this.#known = await this.#storage.version();
    const text = await this.#storage.read();
    if (text === undefined) return undefined;
    const world = parse(text);
    if (!world) {
      await this.#setAside();
      this.#known = undefined;
    }
    return world;
  }

  save(world: World): void {
    if (this.#isClosed) return;
    this.#unsaved = world;
    this.#timer ??= setTimeout(() => this.#write(), debounceMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const world = this.#unsaved;
    if (!world) return;
    this.#unsaved = undefined;
    const text = `${JSON.stringify(world)}\n`;
    this.#writing = this.#writing
      .then(() => this.#replaceOwn(text))
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        this.#report(
          `The state file ${this.#storage.name} could not be written: ${why}. Changes are kept in memory only.`,
        );
      });
  }

  async #setAside(): Promise<void> {
    const moved = await this.#storage.setAside(
      `.broken-${new Date().toISOString().replaceAll(':', '-')}`,
    );
    this.#report(
      `The state file ${this.#storage.name} is damaged or was written by another version of the sandbox. ` +
        `It was moved to ${moved}, and the sandbox starts with new data.`,
    );
  }

  async #replaceOwn(text: string): Promise<void> {
    if (this.#isLeftToOthers) return;
    if ((await this.#storage.version()) !== this.#known) {
      this.#isLeftToOthers = true;
      this.#report(
        `Somebody else, such as another window, has changed the state file ${this.#storage.name} meanwhile. ` +
          'It is left as it is: changes here are kept in memory only. Start the sandbox again to take it up.',
      );
      return;
    }
    await this.#storage.write(text);
    this.#known = await this.#storage.version();
  }
}
