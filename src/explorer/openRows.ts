/** The editor forgets them when rows move, as they do when they get or lose their account's row. */
export class OpenRows {
  readonly #open = new Set<string>();
  #reopening: ReadonlySet<string> = new Set();

  note(id: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(id);
    else this.#open.delete(id);
    if (!isOpen && this.#reopening.has(id)) {
      this.#reopening = new Set([...this.#reopening].filter((each) => each !== id));
    }
  }

  get isAny(): boolean {
    return this.#open.size > 0;
  }

  /** Expands these rows and all currently expanded ones, wherever they are drawn next. */
  reopen(...ids: readonly string[]): void {
    for (const id of ids) this.#open.add(id);
    this.#reopening = new Set(this.#open);
  }

  has(id: string): boolean {
    return this.#reopening.has(id);
  }
}
