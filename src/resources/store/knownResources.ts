import type { Resource, ResourceId } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import { findItem, isWhole, type Listing } from './listing';
import {
  collectionOf,
  type CollectionReference,
  isWithin,
  parentOf,
  type ResourceReference,
  toKey,
} from '../reference';
import { mergeAnswer } from '../../api/lenient';

interface KnownEntry<Reference, Value> {
  readonly reference: Reference;
  readonly value: Value;
}

export interface KnownOfAccount {
  readonly listings: readonly KnownEntry<CollectionReference, Listing>[];
  readonly singles: readonly KnownEntry<ResourceReference, Resource>[];
}

export class KnownResources {
  readonly orders = new ResourceOrders();
  readonly #listings = new Map<string, KnownEntry<CollectionReference, Listing>>();
  /** Individually read resources: of kinds without a list, or beyond the pages read. */
  readonly #singles = new Map<string, KnownEntry<ResourceReference, Resource>>();

  peek(collection: CollectionReference): Listing | undefined {
    return this.#listings.get(toKey(collection))?.value;
  }

  find(reference: ResourceReference): Resource | undefined {
    const listing = this.peek(collectionOf(reference));
    return (
      (listing && findItem(listing.items, reference.ids.at(-1))) ??
      this.#singles.get(toKey(reference))?.value
    );
  }

  of(account: string): KnownOfAccount {
    return {
      listings: [...this.#listings.values()].filter((each) => each.reference.account === account),
      singles: [...this.#singles.values()].filter((each) => each.reference.account === account),
    };
  }

  orderOf(reference: ResourceReference): number {
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    const isListed =
      listing !== undefined && findItem(listing.items, reference.ids.at(-1)) !== undefined;
    return Math.max(
      this.orders.forgottenAt(reference),
      this.orders.of(reference),
      isListed ? this.orders.of(collection) : 0,
    );
  }

  add(reference: ResourceReference, value: Resource): void {
    this.#singles.set(toKey(reference), { reference, value });
  }

  show(reference: ResourceReference, resource: Resource, began: number): void {
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    this.orders.noteShown(reference, began);
    const item = listing && findItem(listing.items, reference.ids.at(-1));
    const value = item ? mergeAnswer(item, resource) : resource;
    // Also stored individually, because a listing may be reread with fewer pages or forgotten.
    this.add(reference, value);
    if (!listing || !item) return;
    const items = listing.items.map((each) => (each === item ? value : each));
    this.keep(collection, { ...listing, items });
  }

  keep(collection: CollectionReference, value: Listing): void {
    this.#listings.set(toKey(collection), { reference: collection, value });
  }

  take(collection: CollectionReference, listing: Listing, began: number): Listing {
    const known = this.peek(collection);
    this.orders.note(collection, began);
    const items = this.newest(collection, listing.items, began);
    if (isWhole(listing)) this.#dropVanished(collection, known, items);
    const taken = { ...listing, items };
    this.keep(collection, taken);
    return taken;
  }

  /** A read's items, newer versions preferred, without resources deleted since it started. */
  newest(
    collection: CollectionReference,
    items: readonly Resource[],
    began: number,
  ): readonly Resource[] {
    return items.flatMap((item) => {
      const reference = itemOf(collection, item);
      if (this.orders.of(reference) <= began) {
        // Otherwise the individually read version would show again once the listing is forgotten.
        if (this.#singles.has(toKey(reference))) {
          this.add(reference, item);
          this.orders.note(reference, began);
        }
        return [item];
      }
      if (this.orders.isDeleted(reference)) return [];
      return [mergeAnswer(item, this.find(reference) ?? {})];
    });
  }

  /** Skips what is known already or was forgotten since `began`. */
  restore({ listings, singles }: KnownOfAccount, began: number): void {
    const isLeft = (reference: ResourceReference): boolean =>
      this.orders.forgottenAt(reference) < began;
    for (const { reference, value } of listings) {
      const items = value.items.filter((item) => isLeft(itemOf(reference, item)));
      if (this.peek(reference) || (value.items.length > 0 && items.length === 0)) continue;
      this.keep(reference, { ...value, items });
    }
    for (const { reference, value } of singles) {
      if (!this.#singles.has(toKey(reference)) && isLeft(reference)) this.add(reference, value);
    }
  }

  drop(reference: ResourceReference): void {
    for (const [key, { reference: listed }] of this.#listings) {
      const above = parentOf(listed);
      if (above && isWithin(above, reference)) this.#listings.delete(key);
    }
    for (const [key, { reference: single }] of this.#singles) {
      if (isWithin(single, reference)) this.#singles.delete(key);
    }
  }

  /** Forgets a listing, or the only resource of a kind without one. @returns whether it was known. */
  forget(collection: CollectionReference): boolean {
    const { account, kind, parents } = collection;
    const isListed = this.#listings.delete(toKey(collection));
    if (findKind(kind).variable) return isListed;
    return this.#singles.delete(toKey({ account, kind, ids: parents })) || isListed;
  }

  forgetAccount(account: string): void {
    for (const map of [this.#listings, this.#singles] as const) {
      for (const [key, { reference }] of map) if (reference.account === account) map.delete(key);
    }
  }

  outdate(matches: (collection: CollectionReference) => boolean): readonly CollectionReference[] {
    const outdated = [...this.#listings.values()].filter(({ reference }) => matches(reference));
    for (const { reference, value } of outdated) {
      this.keep(reference, { ...value, freshness: 'outdated' });
    }
    for (const [key, { reference }] of this.#singles) {
      // A single of a kind without a list shows a state, which is reread with its parent.
      if (!findKind(reference.kind).variable && matches(collectionOf(reference))) {
        this.#singles.delete(key);
      }
    }
    return outdated.map(({ reference }) => reference);
  }

  /** Removes everything below items that a complete list no longer contains. */
  #dropVanished(
    collection: CollectionReference,
    known: Listing | undefined,
    items: readonly Resource[],
  ): void {
    const ids = new Set(items.map(({ id }) => id));
    for (const item of known?.items ?? []) {
      if (ids.has(item['id'])) continue;
      const gone = itemOf(collection, item);
      // An item read individually since may be new.
      if (this.orders.of(gone) <= this.orders.of(collection)) this.drop(gone);
    }
  }
}

function itemOf(
  { account, kind, parents }: CollectionReference,
  { id }: Resource,
): ResourceReference {
  return { account, kind, ids: [...parents, id as ResourceId] };
}

/** When known data was requested, written, deleted or forgotten, in the order of all reads. */
class ResourceOrders {
  readonly #orders = new Map<string, number>();
  /** When the last write of a resource ended, whether shown or not. */
  readonly #written = new Map<string, number>();
  readonly #deleted = new Set<string>();

  of(reference: CollectionReference | ResourceReference): number {
    return this.#orders.get(toKey(reference)) ?? 0;
  }

  note(reference: CollectionReference | ResourceReference, began: number): void {
    this.#orders.set(toKey(reference), began);
  }

  noteShown(reference: ResourceReference, began: number): void {
    this.note(reference, began);
    this.#deleted.delete(toKey(reference));
  }

  noteDeleted(reference: ResourceReference, at: number): void {
    this.note(reference, at);
    this.#deleted.add(toKey(reference));
  }

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

  isDeleted(reference: ResourceReference): boolean {
    return this.#deleted.has(toKey(reference));
  }

  forgottenAt(reference: ResourceReference): number {
    let at = this.#orders.get(reference.account) ?? 0;
    for (let each: ResourceReference | undefined = reference; each; each = parentOf(each)) {
      if (this.isDeleted(each)) at = Math.max(at, this.of(each));
    }
    return at;
  }
}
