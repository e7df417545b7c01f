import { Emitter, type Event } from '../base/emitter';
import { toKey, type Target } from './reference';

/** The resources that operations are running on, so that their rows can show it. */
export class BusyState {
  readonly #counts = new Map<string, number>();
  readonly #changed = new Emitter<Target>();
  readonly onDidChange: Event<Target> = this.#changed.event;

  has(reference: Target): boolean {
    return this.#counts.has(toKey(reference));
  }

  async run<T>(reference: Target, task: () => Promise<T>): Promise<T> {
    this.#count(reference, 1);
    try {
      return await task();
    } finally {
      this.#count(reference, -1);
    }
  }

  #count(reference: Target, by: number): void {
    const key = toKey(reference);
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    if (count === 0 || (count === 1 && by === 1)) this.#changed.fire(reference);
  }
}
