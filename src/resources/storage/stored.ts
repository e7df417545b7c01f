import { callLater } from '../../base/callLater';
import type { Disposable } from '../../base/emitter';
import * as z from 'zod/mini';
import { isObject, type JsonObject, parseJson } from '../../base/json';
import { isKindId, type KindId } from '../kinds/kinds';

const writeDelayMs = 1_000;

export interface Folder {
  /** A file's text; undefined if it doesn't exist. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file atomically. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** What is kept of each account in a file of its own: read once, written a moment after changes. */
export abstract class AccountFiles<Content> implements Disposable {
  readonly #name: string;
  readonly #schema: z.ZodMiniType<Content>;
  readonly #folder: Folder;
  readonly #note: (what: string) => void;
  readonly #restored = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** @param note called with the name of a file that couldn't be read. */
  constructor(
    name: string,
    schema: z.ZodMiniType<Content>,
    folder: Folder,
    note: (what: string) => void,
  ) {
    this.#name = name;
    this.#schema = schema;
    this.#folder = folder;
    this.#note = note;
  }

  protected abstract toContent(account: string): object;
  protected abstract takeIn(account: string, read: Promise<Content | undefined>): Promise<void>;

  isRestored(account: string): boolean {
    return this.#restored.has(account);
  }

  restore(account: string): Promise<void> {
    const read = (): Promise<Content | undefined> =>
      readStoredFile(this.#schema, this.#folder, this.#fileOf(account), this.#note);
    const restored = this.#restored.get(account) ?? this.takeIn(account, read());
    this.#restored.set(account, restored);
    return restored;
  }

  async flush(): Promise<void> {
    const accounts = [...this.#waiting.keys()];
    this.#drop(accounts);
    await Promise.all(accounts.map((account) => this.#write(account)));
  }

  async forget(account: string): Promise<void> {
    this.#drop([account]);
    this.#restored.delete(account);
    await this.#folder.remove(this.#fileOf(account));
  }

  dispose(): void {
    this.#drop([...this.#waiting.keys()]);
  }

  protected writeSoon(account: string): void {
    if (this.#waiting.has(account)) return;
    const timer = callLater(writeDelayMs, () => {
      this.#waiting.delete(account);
      // Only a convenience: without it, the next session has to read first.
      void this.#write(account).catch(() => undefined);
    });
    this.#waiting.set(account, timer);
  }

  async #write(account: string): Promise<void> {
    await this.restore(account);
    const file = this.#fileOf(account);
    await this.#folder.write(file, JSON.stringify(this.toContent(account)));
  }

  #drop(accounts: readonly string[]): void {
    for (const account of accounts) {
      clearTimeout(this.#waiting.get(account));
      this.#waiting.delete(account);
    }
  }

  #fileOf(account: string): string {
    return `${this.#name}-${account}.json`;
  }
}

function readStored<T>(
  schema: z.ZodMiniType<T>,
  stored: { readonly key: string; readonly value: unknown },
  note: (what: string) => void,
): T | undefined {
  if (stored.value === undefined) return undefined;
  const { success, data } = schema.safeParse(stored.value);
  if (!success) note(stored.key);
  return data;
}

/** Reads a file; one that can't be read counts as missing. */
export async function readStoredFile<T>(
  schema: z.ZodMiniType<T>,
  folder: Folder,
  key: string,
  note: (what: string) => void,
): Promise<T | undefined> {
  const text = await folder.read(key).catch(() => undefined);
  // Damaged text becomes null, which no schema accepts.
  const value = text === undefined ? undefined : (parseJson(text) ?? null);
  return readStored(schema, { key, value }, note);
}

/** A list, read without the entries that can't be read. */
export function listOf<T>(schema: z.ZodMiniType<T>): z.ZodMiniType<T[]> {
  const read = (list: unknown[]): T[] =>
    list.flatMap((each) => {
      const { success, data } = schema.safeParse(each);
      return success ? [data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(read));
}

/** One of these words, or what earlier versions called it. */
export function storedWord<Word extends string>(
  words: readonly Word[],
  earlier: Readonly<Record<string, Word>>,
): z.ZodMiniType<Word> {
  const toWord = z.transform((word: string) => earlier[word] ?? word);
  return z.pipe(z.pipe(z.string(), toWord), z.enum(words));
}

export const storedId = z.union([z.number(), z.string()]);

export const storedKind = z.custom<KindId>(isKindId);

export const storedReference = z.object({
  account: z.string(),
  kind: storedKind,
  ids: z.readonly(z.array(storedId)),
});

export const storedObject = z.custom<JsonObject>(isObject);

/** A short text that a page sent or stored; empty if it's too long or not a text. */
export const shortText = z.catch(z.string().check(z.maxLength(500)), '');

export interface KeyValues {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface KeptSort<T> {
  readonly prefix: string;
  readonly schema: z.ZodMiniType<T>;
  /** Masks what looks like a secret, before a value is stored. */
  readonly mask?: (value: T) => T;
}

/** Values of one sort that a window keeps until it's opened again. */
export class KeptValues<T> {
  readonly #storage: KeyValues;
  readonly #sort: KeptSort<T>;
  readonly #noteUnread: (what: string) => void;
  readonly #noteUnstored: (what: string) => void;

  /** The callbacks get the name of a value that couldn't be read, or that `keep` couldn't store. */
  constructor(
    storage: KeyValues,
    sort: KeptSort<T>,
    noteUnread: (what: string) => void = () => undefined,
    noteUnstored: (what: string) => void = () => undefined,
  ) {
    this.#storage = storage;
    this.#sort = sort;
    this.#noteUnread = noteUnread;
    this.#noteUnstored = noteUnstored;
  }

  get keys(): readonly string[] {
    const { prefix } = this.#sort;
    const keys = this.#storage.keys().filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  }

  get(key: string): T | undefined {
    const stored = this.#sort.prefix + key;
    const value = this.#storage.get(stored);
    return readStored(this.#sort.schema, { key: stored, value }, this.#noteUnread);
  }

  /** Stores a value, or removes it if it's undefined. */
  async set(key: string, value: T | undefined): Promise<void> {
    const { prefix, mask = (unmasked: T) => unmasked } = this.#sort;
    if (value === undefined && this.#storage.get(prefix + key) === undefined) return;
    await this.#storage.update(prefix + key, value === undefined ? undefined : mask(value));
  }

  /** Stores a value that only a restart needs, without waiting for that. */
  keep(key: string, value: T): void {
    this.set(key, value).catch(() => this.#noteUnstored(this.#sort.prefix + key));
  }
}
