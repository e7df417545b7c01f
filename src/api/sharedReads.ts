interface SharedRead {
  readonly result: Promise<unknown>;
  readonly stop: AbortController;
  readers: number;
}

/**
 * Lets equal reads that are under way share one request. It is given up only when every reader has
 * given up.
 */
export class SharedReads {
  readonly #reads = new Map<string, SharedRead>();

  /** Joins the read of this key or starts it; rejects with the signal's reason if that aborts. */
  read<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const shared = this.#reads.get(key) ?? this.#start(key, start);
    shared.readers += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        shared.readers -= 1;
        if (shared.readers === 0) {
          this.#forget(key, shared);
          shared.stop.abort(signal?.reason);
        }
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      shared.result
        .finally(() => signal?.removeEventListener('abort', leave))
        .then(resolve as (value: unknown) => void, reject);
    });
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): SharedRead {
    const stop = new AbortController();
    const shared: SharedRead = {
      stop,
      readers: 0,
      result: start(stop.signal).finally(() => this.#forget(key, shared)),
    };
    this.#reads.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedRead): void {
    if (this.#reads.get(key) === shared) this.#reads.delete(key);
  }
}
