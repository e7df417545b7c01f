interface SharedRead {
  readonly result: Promise<unknown>;
  readonly stop: AbortController;
  readers: number;
}

/** Lets identical reads share one request, which is cancelled once every reader has cancelled. */
export class SharedReads {
  readonly #reads = new Map<string, SharedRead>();

  /** Joins the read with this key or starts it; rejects with the signal's reason if that aborts. */
  read<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const shared = this.#reads.get(key) ?? this.#start(key, start);
      shared.readers += 1;
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

  /** Stops new readers from joining the reads in flight, whose answers may predate a write. */
  close(): void {
    this.#reads.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): SharedRead {
    const stop = new AbortController();
    const result = start(stop.signal).finally(() => this.#forget(key, shared));
    const shared: SharedRead = { stop, readers: 0, result };
    this.#reads.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedRead): void {
    if (this.#reads.get(key) === shared) this.#reads.delete(key);
  }
}
