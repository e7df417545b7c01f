import { callLater } from '../../base/callLater';

/** How long to collect changes before writing them, in milliseconds. */
const writeDelayMs = 1_000;

export interface Folder {
  /** A file's text; undefined if it doesn't exist. */
  read(name: string): Promise<string | undefined>;
  /** Replaces a file atomically. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Writes what is known of accounts, a moment after it changed. */
export class DelayedWrites {
  readonly #write: (account: string) => Promise<void>;
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(write: (account: string) => Promise<void>) {
    this.#write = write;
  }

  note(account: string): void {
    if (this.#waiting.has(account)) return;
    const timer = callLater(writeDelayMs, () => {
      this.#waiting.delete(account);
      // Only a convenience: without it, the next session has to read first.
      void this.#write(account).catch(() => undefined);
    });
    this.#waiting.set(account, timer);
  }

  async flush(): Promise<void> {
    const accounts = [...this.#waiting.keys()];
    this.drop(...accounts);
    await Promise.all(accounts.map((account) => this.#write(account)));
  }

  drop(...accounts: readonly string[]): void {
    for (const account of accounts) {
      clearTimeout(this.#waiting.get(account));
      this.#waiting.delete(account);
    }
  }

  dispose(): void {
    this.drop(...this.#waiting.keys());
  }
}
