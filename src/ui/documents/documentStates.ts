import type * as vscode from 'vscode';
import * as z from 'zod';
import { isObject, type JsonObject } from '../../shared/json';

const storedState = z.object({
  base: z.custom<JsonObject>(isObject),
  shown: z.custom<JsonObject>(isObject),
  changedAt: z.number(),
});

/** What is known of an open document; credentials are masked in it. */
export interface DocumentState {
  /** What the person's text started from. */
  readonly base: JsonObject;
  /** What was last put before the person, in the editor or beside it. */
  readonly shown: JsonObject;
  /** When the content was first seen to be as it is, in milliseconds since the epoch. */
  readonly changedAt: number;
}

/**
 * The states of open documents, kept across restarts: a text restored with unsaved changes needs
 * what it started from, or a save could not tell the person's changes from others'.
 */
export class DocumentStates {
  readonly #storage: vscode.Memento;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
  }

  get(path: string): DocumentState | undefined {
    return storedState.safeParse(this.#storage.get(toKey(path))).data;
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
