import { type Disposable, Emitter, type Event } from '../base/emitter';
import { type CollectionReference, type ResourceReference, toKey } from './reference';

/** The resources that operations are running on, so that their rows can show it. */
export class BusyState implements Disposable {
  readonly #counts = new Map<string, number>();
  readonly #changed = new Emitter<ResourceReference | CollectionReference>();
  readonly onDidChange: Event<ResourceReference | CollectionReference> = this.#changed.event;

  has(reference: ResourceReference | CollectionReference): boolean {
    return this.#counts.has(toKey(reference));
  }

  async run<T>(
    reference: ResourceReference | CollectionReference,
    task: () => Promise<T>,
  ): Promise<T> {
    this.#count(reference, 1);
    try {
      return await task();
    } finally {
      this.#count(reference, -1);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #count(reference: ResourceReference | CollectionReference, by: number): void {
    const key = toKey(reference);
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    if (count === 0 || (count === 1 && by === 1)) this.#changed.fire(reference);
  }
}
