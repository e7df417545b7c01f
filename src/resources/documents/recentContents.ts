import type { JsonObject } from '../../shared/json';

/** Live contents that were just read, by a document's path, each good for one use. */
export class RecentContents {
  readonly #contents = new Map<string, { readonly content: JsonObject; readonly at: number }>();
  readonly #reuseTime: number;

  /** @param reuseTime how long a content serves the call that the editor makes right after it, in milliseconds. */
  constructor(reuseTime = 5_000) {
    this.#reuseTime = reuseTime;
  }

  put(path: string, content: JsonObject): void {
    this.#contents.set(path, { content, at: Date.now() });
  }

  /** The content, where it is not too old; it is gone then. */
  take(path: string): JsonObject | undefined {
    const recent = this.#contents.get(path);
    this.#contents.delete(path);
    return recent && Date.now() - recent.at < this.#reuseTime ? recent.content : undefined;
  }

  has(path: string): boolean {
    return this.#contents.has(path);
  }

  delete(path: string): void {
    this.#contents.delete(path);
  }
}
