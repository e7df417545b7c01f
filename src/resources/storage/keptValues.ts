import type * as z from 'zod/mini';
import { readStored } from './readStored';

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
