interface SharedRead {
  readonly result: Promise<unknown>;
  /** Absent if the first reader can't cancel: then the read always has a reader. */
  readonly stop: AbortController | undefined;
  readers: number;
}

/** Lets identical reads share one request, which is cancelled once every reader has cancelled. */
export class SharedReads {
  readonly #reads = new Map<string, SharedRead>();

  /** Joins the read with this key or starts it; rejects with the signal's reason if that aborts. */
  read<T>(
    key: string,
    start: (signal: AbortSignal | undefined) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const shared = this.#reads.get(key) ?? this.#start(key, start, signal !== undefined);
    shared.readers += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        shared.readers -= 1;
        if (shared.readers === 0) {
          this.#forget(key, shared);
          shared.stop?.abort(signal?.reason);
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

  #start(
    key: string,
    start: (signal: AbortSignal | undefined) => Promise<unknown>,
    canStop: boolean,
  ): SharedRead {
    const stop = canStop ? new AbortController() : undefined;
    const shared: SharedRead = {
      stop,
      readers: 0,
      result: start(stop?.signal).finally(() => this.#forget(key, shared)),
    };
    this.#reads.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedRead): void {
    if (this.#reads.get(key) === shared) this.#reads.delete(key);
  }
}
