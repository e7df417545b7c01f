const windowMs = 60_000;

export class CallLimit {
  readonly #most: number;
  readonly #now: () => number;
  #calls: readonly number[] = [];

  constructor(most: number, now: () => number = Date.now) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts a call. If it's over the limit, doesn't count it and returns the seconds to wait. */
  take(): number | undefined {
    const now = this.#now();
    this.#calls = this.#calls.filter((at) => now - at < windowMs);
    const [first] = this.#calls;
    if (first !== undefined && this.#calls.length >= this.#most) {
      return Math.ceil((first + windowMs - now) / 1_000);
    }
    this.#calls = [...this.#calls, now];
    return undefined;
  }
}
