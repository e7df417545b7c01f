import type { JsonObject } from '../../base/json';

/** Live content that was just read, or is being read, to be used once. */
export class RecentContent<T = JsonObject> {
  readonly #reuseTime: number;
  #recent: { readonly content: T; readonly at: number } | undefined;

  /** @param reuseTime how long it is valid for VS Code's next call, in milliseconds. */
  constructor(reuseTime = 5_000) {
    this.#reuseTime = reuseTime;
  }

  put(content: T): void {
    this.#recent = { content, at: Date.now() };
  }

  /** Removes and returns the content; undefined if it is too old. */
  take(): T | undefined {
    const recent = this.#recent;
    this.#recent = undefined;
    return recent && Date.now() - recent.at < this.#reuseTime ? recent.content : undefined;
  }

  get isThere(): boolean {
    return this.#recent !== undefined;
  }

  clear(): void {
    this.#recent = undefined;
  }
}
