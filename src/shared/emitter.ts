/** Something that holds a resource until it is disposed. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener; disposing the answer unsubscribes it. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/**
 * An event and the right to fire it. Listeners are called in the order they subscribed; the failure
 * of one reaches neither the others nor who fires, but ends up with the process's uncaught errors.
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
