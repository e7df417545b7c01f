import { type CollectionReference, parentOf, type ResourceReference, toKey } from '../reference';

/** Counts how often known data was forgotten: requests from an earlier epoch are outdated. */
export class Epochs {
  readonly #counts = new Map<string, number>();

  /** Starts a new epoch of an account, a collection, or everything below a resource. */
  start(of: string): void {
    this.#counts.set(of, this.#count(of) + 1);
  }

  /** The epoch of a collection; changes whenever it or anything above it is forgotten. */
  of(reference: CollectionReference | ResourceReference): number {
    let epoch = this.#count(reference.account) + this.#count(toKey(reference));
    for (let above = parentOf(reference); above; above = parentOf(above)) {
      epoch += this.#count(toKey(above));
    }
    return epoch;
  }

  #count(of: string): number {
    return this.#counts.get(of) ?? 0;
  }
}
