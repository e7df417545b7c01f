import type { Resource } from './kinds/kind';
import { lineage } from './kinds/kinds';
import { type CollectionReference, type ResourceReference, collectionOf, toKey } from './reference';
import type { ResourceClient } from './resourceClient';
import type { CallOptions } from '../api/client';
import { collect } from '../api/paging';
import type { Page } from '../api/page';
import { type Disposable, Emitter, type Event } from '../shared/emitter';

/** As much of a collection as was read. */
export interface Listing {
  readonly items: readonly Resource[];
  /** The last page that was read. */
  readonly pages: number;
  /** How many there are, where the service tells. */
  readonly total: number | undefined;
  readonly isComplete: boolean;
  /** How many are known to be missing although all pages were asked for. */
  readonly missing: number;
}

/** Progress of reading a whole collection. */
export type OnProgress = (count: number, total: number | undefined) => void;

/** Collections as they were last read, a page at a time and only on demand. */
export class ResourceStore implements Disposable {
  readonly #client: ResourceClient;
  readonly #listings = new Map<string, { collection: CollectionReference; listing: Listing }>();
  readonly #changed = new Emitter<CollectionReference>();

  /** A collection, when what is known of it changed. */
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;

  constructor(client: ResourceClient) {
    this.#client = client;
  }

  /** What is known of a collection, without asking the service. */
  peek(collection: CollectionReference): Listing | undefined {
    return this.#listings.get(toKey(collection))?.listing;
  }

  /** A collection as last read; reads its first page where nothing is known. @throws ApiError. */
  async list(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = this.peek(collection);
    if (known) return known;
    const listing = append(undefined, await this.#client.page(collection, 1, options));
    this.#listings.set(toKey(collection), { collection, listing });
    return listing;
  }

  /** Reads the next page. @throws ApiError. */
  async more(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = await this.list(collection, options);
    if (known.isComplete) return known;
    const page = await this.#client.page(collection, known.pages + 1, options);
    return this.#keep(collection, append(known, page));
  }

  /** Reads the whole collection. @throws ApiError where a page could not be read. */
  async all(
    collection: CollectionReference,
    onProgress?: OnProgress,
    options: CallOptions = {},
  ): Promise<Listing> {
    let count = 0;
    const { items, failures, missing } = await collect(
      await this.#client.pages(collection, options),
      (page) => onProgress?.((count += page.items.length), page.total),
    );
    const [failure] = failures;
    if (failure) throw failure.error;
    return this.#keep(collection, {
      items,
      pages: Number.POSITIVE_INFINITY,
      total: items.length + missing,
      isComplete: true,
      missing,
    });
  }

  /** Forgets a collection, so that it is read again when it is next looked at. */
  forget(collection: CollectionReference): void {
    if (this.#listings.delete(toKey(collection))) this.#changed.fire(collection);
  }

  /** Forgets everything of an account. */
  forgetAccount(account: string): void {
    this.#forgetWhere((collection) => collection.account === account);
  }

  /** Forgets everything there is. */
  forgetEverything(): void {
    this.#listings.clear();
  }

  /** Forgets a collection, or what hangs under a resource, and all further below. */
  forgetBelow(reference: CollectionReference | ResourceReference): void {
    const above = 'ids' in reference ? reference.ids : reference.parents;
    this.#forgetWhere(
      ({ account, kind, parents }) =>
        account === reference.account &&
        above.every((id, index) => parents[index] === id) &&
        lineage(kind).some(({ id }) => id === reference.kind),
    );
  }

  /** The resource as its collection shows it. */
  find(reference: ResourceReference): Resource | undefined {
    const id = reference.ids.at(-1);
    return this.peek(collectionOf(reference))?.items.find((item) => item['id'] === id);
  }

  /** Shows a resource as it was just read or written, where its collection is known. */
  replace(reference: ResourceReference, resource: Resource): void {
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    if (!listing) return;
    const id = reference.ids.at(-1);
    const items = listing.items.map((item) =>
      item['id'] === id ? { ...item, ...resource } : item,
    );
    this.#keep(collection, { ...listing, items });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #forgetWhere(matches: (collection: CollectionReference) => boolean): void {
    for (const [key, { collection }] of this.#listings) {
      if (matches(collection)) this.#listings.delete(key);
    }
  }

  #keep(collection: CollectionReference, listing: Listing): Listing {
    this.#listings.set(toKey(collection), { collection, listing });
    this.#changed.fire(collection);
    return listing;
  }
}

function append(known: Listing | undefined, page: Page<Resource>): Listing {
  const ids = new Set(known?.items.map((item) => item['id']));
  const added = page.items.filter((item) => item['id'] === undefined || !ids.has(item['id']));
  const items = [...(known?.items ?? []), ...added];
  return {
    items,
    pages: page.number,
    total: page.total,
    isComplete: page.isLast,
    missing: page.isLast ? Math.max(0, (page.total ?? 0) - items.length) : 0,
  };
}
