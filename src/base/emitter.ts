export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/**
 * An event and the right to fire it. Listeners run in subscription order. If one throws, neither
 * the other listeners nor the caller of `fire` are affected; the error surfaces as an uncaught
 * error of the process.
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ call: (value: T) => unknown }>();

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) {
      try {
        listener.call(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
