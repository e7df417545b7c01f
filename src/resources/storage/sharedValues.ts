import * as z from 'zod/mini';
import type { Folder } from './stored';
import { Emitter, type Event } from '../../base/emitter';
import { isObject } from '../../base/json';
import { lazy } from '../../base/lazy';
import { randomHex } from '../../base/random';

export interface ListedFolder extends Folder {
  names(): Promise<readonly string[]>;
}

interface SharedValue {
  readonly key: string;
  readonly value: unknown;
}

export interface SharedChange extends SharedValue {
  /** The value to remove. Any other stays, even one that another window sets at the same time. */
  readonly seen?: unknown;
}

/** In milliseconds since the epoch. */
const time = z.int().check(z.gte(0), z.lte(8.64e15));

const entry = z.object({
  at: time,
  /** Absent if it was removed. */
  value: z.optional(z.unknown()),
  /** When the removed value was set, if only that one was to be removed. */
  seen: z.optional(time),
});
type Entry = z.infer<typeof entry>;

/** How long to remember a removal; windows that still have the value are closed by then. */
const removalMs = 30 * 24 * 60 * 60 * 1_000;

/**
 * Small values shared by all windows, any of which may change them at the same time. VS Code's own
 * storage can't do that: each window writes its entire copy, so a later write undoes an earlier
 * one.
 *
 * Here each window writes files that are never modified. A file contains everything its window
 * knows, so it replaces the files that the window has read, and only those are deleted. If two
 * windows change the same value, the later change wins; changes to different values never collide.
 */
export class SharedValues {
  readonly #name: string;
  readonly #folder: ListedFolder;
  readonly #note: (what: string) => void;
  readonly #window = randomHex(8);
  readonly #entries = new Map<string, Entry>();
  #files = new Set<string>();
  #written = 0;
  #latest = 0;
  /** Runs operations one at a time: changes made during one would be missed. */
  #last: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> | undefined;
  readonly #changed = new Emitter<ReadonlySet<string>>();

  /** Fires with the keys of values that were set or removed, in this window or another. */
  readonly onDidChange: Event<ReadonlySet<string>> = this.#changed.event;

  /** Resolves when the stored values are loaded. Never rejects: what can't be read is reported. */
  readonly ready: () => Promise<void> = lazy(() => this.#inTurn(() => this.#takeIn()));

  /** @param note called with the name of a file that couldn't be read. */
  constructor(name: string, folder: ListedFolder, note: (what: string) => void) {
    this.#name = name;
    this.#folder = folder;
    this.#note = note;
  }

  get(key: string): unknown {
    return this.#entries.get(key)?.value;
  }

  list(prefix: string): readonly SharedValue[] {
    return [...this.#entries]
      .filter(([key, { value }]) => key.startsWith(prefix) && value !== undefined)
      .toSorted(([one, { at }], [other, { at: otherAt }]) => at - otherAt || (one < other ? -1 : 1))
      .map(([key, { value }]) => ({ key, value }));
  }

  /** Without those that can't be read. */
  listOf<T>(
    prefix: string,
    schema: z.ZodMiniType<T>,
  ): readonly { readonly key: string; readonly value: T }[] {
    return this.list(prefix).flatMap(({ key, value }) => {
      const { data } = schema.safeParse(value);
      return data === undefined ? [] : [{ key, value: data }];
    });
  }

  /** Calls back after values whose keys start with any of these were set or removed. */
  follow(prefixes: readonly string[], changed: () => void): void {
    this.onDidChange((keys) => {
      if ([...keys].some((key) => prefixes.some((prefix) => key.startsWith(prefix)))) changed();
    });
  }

  /** Sets values, removes those that are undefined, and resolves when this is written. */
  async change(values: readonly SharedChange[]): Promise<void> {
    const at = this.#stamp();
    const accepted = values.flatMap((change) => {
      const changed = this.#toEntry(change, at);
      if (changed) this.#entries.set(change.key, changed);
      return changed ? [change.key] : [];
    });
    if (accepted.length === 0) return;
    this.#changed.fire(new Set(accepted));
    await this.#writeSoon();
  }

  /** Removes what is kept for anything in an account: the keys contain those of resources. */
  async removeAccount(account: string): Promise<void> {
    const isOf = new RegExp(`^\\w+/(\\w+/)?${account}/\\w+/(one|all)(/|$)`);
    // Removing again what is gone would undo what another window set since.
    const kept = [...this.#entries].filter(
      ([key, { value }]) => value !== undefined && isOf.test(key),
    );
    await this.change(kept.map(([key]) => ({ key, value: undefined })));
  }

  /** Drops values that are no longer needed; another window may restore them. */
  drop(keys: readonly string[]): void {
    for (const key of keys) this.#entries.delete(key);
  }

  refresh(): Promise<void> {
    return this.ready().then(() => this.#inTurn(() => this.#takeIn()));
  }

  async flush(): Promise<void> {
    // What waits for the stored values is changed next.
    await this.ready();
    await this.#writing?.catch(() => undefined);
    await this.#last;
  }

  /** Deletes everything, files included. */
  async clear(): Promise<void> {
    await this.ready();
    await this.#inTurn(async () => {
      const keys = new Set(this.#entries.keys());
      this.#entries.clear();
      const names = await this.#names();
      await Promise.all(names.map((name) => this.#folder.remove(name)));
      this.#files = new Set();
      this.#changed.fire(keys);
    });
  }

  #toEntry({ key, value, ...removed }: SharedChange, at: number): Entry | undefined {
    if (value !== undefined) return { at, value };
    if (!('seen' in removed)) return { at };
    const known = this.#entries.get(key);
    return known?.value !== undefined && known.value === removed.seen
      ? { at, seen: known.at }
      : undefined;
  }

  /** Later than all known changes, even if the clock was set back. */
  #stamp(): number {
    this.#latest = Math.max(Date.now(), this.#latest + 1);
    return this.#latest;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Combines changes made together into one write. */
  #writeSoon(): Promise<void> {
    this.#writing ??= this.ready().then(() =>
      this.#inTurn(() => {
        this.#writing = undefined;
        return this.#write();
      }),
    );
    return this.#writing;
  }

  async #write(): Promise<void> {
    await this.#takeIn();
    const replaced = [...this.#files];
    this.#written += 1;
    const name = `${this.#name}-${this.#window}-${this.#written}.json`;
    const oldest = Date.now() - removalMs;
    const kept = [...this.#entries].filter(
      ([, { at, value }]) => value !== undefined || at > oldest,
    );
    await this.#folder.write(name, JSON.stringify(Object.fromEntries(kept)));
    this.#files = new Set([name]);
    await Promise.all(replaced.map((each) => this.#folder.remove(each)));
  }

  /** Reads the new files. One that has disappeared was replaced by another that now exists. */
  async #takeIn(): Promise<void> {
    const changed = new Set<string>();
    let missed = '';
    for (;;) {
      const names = await this.#names();
      this.#files = new Set(names.filter((name) => this.#files.has(name)));
      const gone = await Promise.all(
        names
          .filter((name) => !this.#files.has(name))
          .map(async (name) => ((await this.#read(name, changed)) ? '' : name)),
      );
      const missing = gone.filter(Boolean).join();
      if (missing === '' || missing === missed) break;
      missed = missing;
    }
    if (changed.size > 0) this.#changed.fire(changed);
  }

  /** Returns false without a file. A damaged one is skipped, and replaced with the others. */
  async #read(name: string, changed: Set<string>): Promise<boolean> {
    let text: string | undefined;
    try {
      text = await this.#folder.read(name);
    } catch {
      this.#note(name);
      return true;
    }
    if (text === undefined) return false;
    this.#files.add(name);
    const entries = parseStored(text);
    if (!entries) this.#note(name);
    for (const [key, stored] of entries ?? []) {
      this.#latest = Math.max(this.#latest, stored.at);
      const known = this.#entries.get(key);
      if (known && !isLater(stored, known)) continue;
      this.#entries.set(key, stored);
      changed.add(key);
    }
    return true;
  }

  async #names(): Promise<readonly string[]> {
    try {
      const names = await this.#folder.names();
      return names.filter((name) => name.startsWith(`${this.#name}-`) && name.endsWith('.json'));
    } catch {
      this.#note(this.#name);
      return [];
    }
  }
}

/** Breaks ties alike in all windows: setting wins, unless that very value was removed. */
function isLater(one: Entry, other: Entry): boolean {
  const [rank, otherRank] = [one, other].map(({ at, seen = at }) => seen) as [number, number];
  if (rank !== otherRank) return rank > otherRank;
  if (one.seen !== other.seen) return one.seen !== undefined;
  return (JSON.stringify(one.value) ?? '') > (JSON.stringify(other.value) ?? '');
}

function parseStored(text: string): readonly (readonly [string, Entry])[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    if (!isObject(content)) return undefined;
    return Object.entries(content).flatMap(([key, stored]) => {
      const { data } = entry.safeParse(stored);
      return data ? [[key, data] as const] : [];
    });
  } catch {
    return undefined;
  }
}
