import { type CollectionReference, parentOf, type ResourceReference, toKey } from '../reference';

/** When known data was requested, written, deleted or forgotten, in the order of all reads. */
export class ResourceOrders {
  /** Order numbers of collections, individually read resources and accounts. */
  readonly #orders = new Map<string, number>();
  /** When the last write of a resource ended, whether shown or not. */
  readonly #written = new Map<string, number>();
  readonly #deleted = new Set<string>();

  /** When a collection or individual resource was requested or deleted; 0 if neither. */
  of(reference: CollectionReference | ResourceReference): number {
    return this.#orders.get(toKey(reference)) ?? 0;
  }

  /** Records when the known state of a collection or individual resource was requested. */
  note(reference: CollectionReference | ResourceReference, began: number): void {
    this.#orders.set(toKey(reference), began);
  }

  /** Records that a resource exists, as of when it was requested. */
  noteShown(reference: ResourceReference, began: number): void {
    this.note(reference, began);
    this.#deleted.delete(toKey(reference));
  }

  /** Records when a resource was deleted. */
  noteDeleted(reference: ResourceReference, at: number): void {
    this.note(reference, at);
    this.#deleted.add(toKey(reference));
  }

  /** Records when everything of an account was forgotten. */
  noteForgotten(account: string, at: number): void {
    this.#orders.set(account, at);
  }

  /** Records when a write of a resource ended. @returns when the previous one ended. */
  noteWritten(reference: ResourceReference, ended: number): number {
    const key = toKey(reference);
    const before = this.#written.get(key) ?? 0;
    this.#written.set(key, ended);
    return before;
  }

  /** Whether the latest known fact about a resource is its deletion. */
  isDeleted(reference: ResourceReference): boolean {
    return this.#deleted.has(toKey(reference));
  }

  /** When a resource, one of its ancestors or its account was last forgotten. */
  forgottenAt(reference: ResourceReference): number {
    let at = this.#orders.get(reference.account) ?? 0;
    for (let each: ResourceReference | undefined = reference; each; each = parentOf(each)) {
      if (this.isDeleted(each)) at = Math.max(at, this.of(each));
    }
    return at;
  }
}
