import type { Resource } from './kinds/kind';
import { findKind, lineage } from './kinds/kinds';
import { append, completeListing, findItem, type Listing, renewFirstPage } from './listing';
import { type CollectionReference, type ResourceReference, collectionOf, toKey } from './reference';
import type { ResourceClient } from './resourceClient';
import type { CallOptions } from '../api/client';
import type { Endpoint } from '../api/contract/endpoint';
import { ApiError } from '../api/errors';
import type { Page } from '../api/page';
import { collect } from '../api/paging';
import { type Disposable, Emitter, type Event } from '../shared/emitter';

/** Progress of reading a whole collection. */
export type OnProgress = (count: number, total: number | undefined) => void;

/** What changed: a whole collection, or one resource of it. */
export interface StoreChange {
  readonly collection: CollectionReference;
  readonly resource?: ResourceReference;
}

interface Entry<Reference, Value> {
  readonly reference: Reference;
  readonly value: Value;
}

/** Collections and resources as they were last read, a page at a time and only on demand. */
export class ResourceStore implements Disposable {
  readonly #client: ResourceClient;
  readonly #listings = new Map<string, Entry<CollectionReference, Listing>>();
  /** Resources that were read by themselves: of kinds without a list, or beyond the pages read. */
  readonly #singles = new Map<string, Entry<ResourceReference, Resource>>();
  readonly #failures = new Map<string, unknown>();
  /** Kinds that a service does not offer: one answer tells it for every parent. */
  readonly #refusals = new Map<string, ApiError>();
  /** Counts, by account or collection, how often it was forgotten: what was asked before is old then. */
  readonly #epochs = new Map<string, number>();
  readonly #changed = new Emitter<StoreChange>();

  /** A collection or a resource, when what is known of it changed. */
  readonly onDidChange: Event<StoreChange> = this.#changed.event;

  constructor(client: ResourceClient) {
    this.#client = client;
  }

  /** What is known of a collection, without asking the service. */
  peek(collection: CollectionReference): Listing | undefined {
    return this.#listings.get(toKey(collection))?.value;
  }

  /** Why a known collection could not be read again, or a resource by itself, where that failed last time. */
  failure(reference: CollectionReference | ResourceReference): unknown {
    return this.#failures.get(toKey(reference));
  }

  /**
   * A collection as last read; reads its first page where nothing is known, and as much as was known
   * where that is outdated. @throws ApiError.
   */
  async list(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = this.peek(collection);
    if (known?.freshness === 'fresh') return known;
    const epoch = this.#epoch(collection);
    const key = toKey(collection);
    const kindKey = toKindKey(collection);
    const refusal = this.#refusals.get(kindKey);
    if (refusal && !known) throw refusal;
    try {
      const listing = await this.#readAsFarAs(collection, known, options);
      if (this.#epoch(collection) !== epoch) return await this.list(collection, options);
      this.#failures.delete(key);
      return this.#keep(collection, listing);
    } catch (error) {
      if (isRefusalOfKind(error)) this.#refusals.set(kindKey, error);
      if (known) this.#failures.set(key, error);
      throw error;
    }
  }

  /** Reads the next page. @throws ApiError. */
  async more(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = await this.list(collection, options);
    if (known.isComplete) return known;
    const page = await this.#client.page(collection, known.pages + 1, options);
    return this.#keep(collection, append(known, page));
  }

  /**
   * Reads the whole collection. Where that fails or is given up, the pages before stay.
   * @throws ApiError.
   */
  async all(
    collection: CollectionReference,
    onProgress?: OnProgress,
    options: CallOptions = {},
  ): Promise<Listing> {
    let count = 0;
    const pages: Page<Resource>[] = [];
    const { items, failures, missing } = await collect(
      await this.#client.pages(collection, options),
      (page) => {
        pages.push(page);
        onProgress?.((count += page.items.length), page.total);
      },
    );
    const [failure] = failures;
    if (!failure) return this.#keep(collection, completeListing(items, missing));
    const before = pages.filter(({ number }) => number < failure.number);
    const last = before.at(-1);
    if (last && last.number > (this.peek(collection)?.pages ?? 0)) {
      const whole = { ...last, items: before.flatMap((page) => page.items) };
      this.#keep(collection, append(undefined, whole));
    }
    throw failure.error;
  }

  /** The resource as its collection shows it, or as it was read by itself. */
  find(reference: ResourceReference): Resource | undefined {
    const listing = this.peek(collectionOf(reference));
    return (
      (listing && findItem(listing, reference.ids.at(-1))) ??
      this.#singles.get(toKey(reference))?.value
    );
  }

  /** Reads a resource by itself and shows it from then on. @throws ApiError. */
  async read(reference: ResourceReference, options: CallOptions = {}): Promise<Resource> {
    try {
      const resource = await this.#client.read(reference, options);
      this.#failures.delete(toKey(reference));
      this.replace(reference, resource);
      return resource;
    } catch (error) {
      this.#failures.set(toKey(reference), error);
      this.#changed.fire({ collection: collectionOf(reference), resource: reference });
      throw error;
    }
  }

  /** Reads something beside the resources themselves. @throws ApiError. */
  perform(
    reference: CollectionReference | ResourceReference,
    endpoint: Endpoint,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#client.perform(reference, endpoint, undefined, options);
  }

  /** Takes in a resource that was found by other means than its collection's pages. */
  add(reference: ResourceReference, resource: Resource): void {
    this.#singles.set(toKey(reference), { reference, value: resource });
  }

  /** Shows a resource as it was just read or written. */
  replace(reference: ResourceReference, resource: Resource): void {
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    const id = reference.ids.at(-1);
    if (listing && findItem(listing, id)) {
      const items = listing.items.map((item) =>
        item['id'] === id ? { ...item, ...resource } : item,
      );
      this.#listings.set(toKey(collection), {
        reference: collection,
        value: { ...listing, items },
      });
    } else {
      this.#singles.set(toKey(reference), { reference, value: resource });
    }
    this.#changed.fire({ collection, resource: reference });
  }

  /** Puts in what an earlier session knew, where nothing is known yet. */
  restore(
    listings: readonly Entry<CollectionReference, Listing>[],
    singles: readonly Entry<ResourceReference, Resource>[],
  ): void {
    for (const entry of listings) {
      const key = toKey(entry.reference);
      if (!this.#listings.has(key)) this.#listings.set(key, entry);
    }
    for (const entry of singles) {
      const key = toKey(entry.reference);
      if (!this.#singles.has(key)) this.#singles.set(key, entry);
    }
  }

  /** Everything that is known of an account. */
  known(account: string): {
    readonly listings: readonly Entry<CollectionReference, Listing>[];
    readonly singles: readonly Entry<ResourceReference, Resource>[];
  } {
    return {
      listings: [...this.#listings.values()].filter((each) => each.reference.account === account),
      singles: [...this.#singles.values()].filter((each) => each.reference.account === account),
    };
  }

  /** Forgets a collection, so that it is read again when it is next looked at. */
  forget(collection: CollectionReference): void {
    this.#startEpoch(toKey(collection));
    this.#failures.delete(toKey(collection));
    if (this.#listings.delete(toKey(collection))) this.#changed.fire({ collection });
  }

  /** Forgets everything of an account. */
  forgetAccount(account: string): void {
    this.#startEpoch(account);
    for (const map of [this.#listings, this.#singles] as const) {
      for (const [key, { reference }] of map) if (reference.account === account) map.delete(key);
    }
    this.#forgetFailures((key) => key.startsWith(`${account}/`));
  }

  /** Keeps showing what is known of an account, or of all, but reads it again when it is looked at. */
  outdate(account?: string): void {
    this.#outdateWhere((reference) => account === undefined || reference.account === account);
  }

  /** The same for a collection, or what hangs under a resource, and all further below. */
  outdateBelow(reference: CollectionReference | ResourceReference): void {
    const above = 'ids' in reference ? reference.ids : reference.parents;
    const isBelow = ({ account, kind, parents }: CollectionReference): boolean =>
      account === reference.account &&
      above.every((id, index) => parents[index] === id) &&
      lineage(kind).some(({ id }) => id === reference.kind);
    this.#outdateWhere(isBelow);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #outdateWhere(matches: (collection: CollectionReference) => boolean): void {
    for (const [key, { reference, value }] of this.#listings) {
      if (!matches(reference)) continue;
      this.#startEpoch(key);
      this.#listings.set(key, { reference, value: { ...value, freshness: 'outdated' } });
    }
    for (const [key, { reference }] of this.#singles) {
      // A single of a kind without a list shows a state, which is read again with its parent.
      if (!findKind(reference.kind).variable && matches(collectionOf(reference))) {
        this.#singles.delete(key);
      }
    }
    // Whoever refreshes anything wants to know whether what failed still does.
    this.#forgetFailures(() => true);
  }

  #forgetFailures(matches: (key: string) => boolean): void {
    for (const map of [this.#failures, this.#refusals] as const) {
      for (const key of map.keys()) if (matches(key)) map.delete(key);
    }
  }

  #epoch(collection: CollectionReference): number {
    const forgotten = (key: string): number => this.#epochs.get(key) ?? 0;
    return forgotten(collection.account) + forgotten(toKey(collection));
  }

  #startEpoch(key: string): void {
    this.#epochs.set(key, (this.#epochs.get(key) ?? 0) + 1);
  }

  async #readAsFarAs(
    collection: CollectionReference,
    known: Listing | undefined,
    options: CallOptions,
  ): Promise<Listing> {
    const first = await this.#client.page(collection, 1, options);
    if (known?.freshness === 'restored') return renewFirstPage(known, first);
    let listing = append(undefined, first);
    // Nobody waits for the pages that are already shown, only for their being true.
    const rest = { ...options, priority: 'background' } as const;
    while (!listing.isComplete && listing.pages < (known?.pages ?? 1)) {
      // Each page says whether there is a next one.
      // oxlint-disable-next-line no-await-in-loop
      const page = await this.#client.page(collection, listing.pages + 1, rest);
      listing = append(listing, page);
    }
    return listing;
  }

  #keep(collection: CollectionReference, listing: Listing): Listing {
    this.#listings.set(toKey(collection), { reference: collection, value: listing });
    this.#changed.fire({ collection });
    return listing;
  }
}

function toKindKey({ account, kind }: CollectionReference): string {
  return `${account}/${kind}`;
}

/** A 404 may be about the parent; these say that the service knows no such operation at all. */
function isRefusalOfKind(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 405 || error.status === 501);
}
