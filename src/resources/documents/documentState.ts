import * as z from 'zod';
import { isObject, type JsonObject } from '../../shared/json';

const content = z.custom<JsonObject>(isObject);

const version = z.object({ content, changedAt: z.number(), size: z.number() });

/** A content as the editor was told of it. */
export interface Version {
  readonly content: JsonObject;
  /** When it was first seen to be so, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** Length of its text in bytes. */
  readonly size: number;
}

const documentState = z.object({
  openedAt: z.number().optional(),
  base: version.optional(),
  seen: content.optional(),
});

/**
 * What is known of an open document; credentials are masked in it. It outlives the window: a text
 * restored with unsaved changes needs what it started from, or a save could not tell the person's
 * changes from others'.
 */
export interface DocumentState {
  /** The time of the first content that the editor was told of: no time that it has is before it. */
  readonly openedAt?: number | undefined;
  /** What the person's text started from; unknown where it was lost. */
  readonly base?: Version | undefined;
  /** The live content that was last put beside an unsaved text. */
  readonly seen?: JsonObject | undefined;
}

/** Where states of documents are kept, by path. */
export interface StateStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The states of open documents. */
export class DocumentStates {
  readonly #storage: StateStorage;

  constructor(storage: StateStorage) {
    this.#storage = storage;
  }

  get(path: string): DocumentState {
    return documentState.safeParse(this.#storage.get(toKey(path))).data ?? {};
  }

  async set(path: string, state: DocumentState): Promise<void> {
    await this.#storage.update(toKey(path), state);
  }

  async forget(path: string): Promise<void> {
    await this.#storage.update(toKey(path), undefined);
  }
}

function toKey(path: string): string {
  return `document:${path}`;
}
