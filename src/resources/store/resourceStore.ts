import type { Resource } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import {
  append,
  completeListing,
  countUnreadable,
  findItem,
  isWhole,
  type Listing,
  renewFirstPage,
} from './listing';
import {
  collectionOf,
  type CollectionReference,
  isWithin,
  itemOf,
  parentOf,
  resourceIn,
  type ResourceReference,
  toKey,
  idsOf,
  type Target,
} from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { CallOptions } from '../../api/client';
import { type Page, collect } from '../../api/paging';
import { Emitter, type Event } from '../../base/emitter';
import { ApiError, isUnsupported } from '../../api/errors';
import { mergeAnswer } from '../../api/lenient';

type OnProgress = (count: number, total: number | undefined) => void;

export interface StoreChange {
  readonly collection: CollectionReference;
  readonly resource?: ResourceReference;
}

interface KnownEntry<Reference, Value> {
  readonly reference: Reference;
  readonly value: Value;
}

interface KnownOfAccount {
  readonly listings: readonly KnownEntry<CollectionReference, Listing>[];
  readonly singles: readonly KnownEntry<ResourceReference, Resource>[];
}

/** Collections and resources as last read, one page at a time and only on demand. */
export class ResourceStore {
  readonly #client: ResourceClient;
  readonly #listings = new Map<string, KnownEntry<CollectionReference, Listing>>();
  /** Individually read resources: of kinds without a list, or beyond the pages read. */
  readonly #singles = new Map<string, KnownEntry<ResourceReference, Resource>>();
  readonly #orders = new ResourceOrders();
  readonly #failures = new ReadFailures();
  /** Items whose states were asked for. */
  readonly #asked = new WeakSet<Resource>();
  readonly #changed = new Emitter<StoreChange>();

  readonly onDidChange: Event<StoreChange> = this.#changed.event;
  readonly #missed = new Emitter<ResourceReference>();
  readonly onDidMiss: Event<ResourceReference> = this.#missed.event;

  constructor(client: ResourceClient) {
    this.#client = client;
  }

  peek(collection: CollectionReference): Listing | undefined {
    return this.#listings.get(toKey(collection))?.value;
  }

  /** Why a collection or individual resource couldn't be reread last time, if it couldn't. */
  failure(reference: Target): unknown {
    return this.#failures.of(reference);
  }

  isRefused(collection: CollectionReference): boolean {
    return this.#failures.isUnlisted(collection);
  }

  /** Reads the first page, or rereads known pages if they're outdated. @throws ApiError. */
  async list(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = this.peek(collection);
    if (known?.freshness === 'fresh') return known;
    const began = this.#client.order.next();
    const refusal = this.#failures.refusalOf(collection);
    if (refusal && !known) throw refusal;
    try {
      const listing = await readAsFarAs(this.#client, collection, known, options);
      if (this.#orders.resetAt(collection) > began) return await this.list(collection, options);
      this.#failures.noteListed(collection);
      return this.#take(collection, listing, began);
    } catch (error) {
      if (this.#orders.resetAt(collection) > began) throw error;
      this.#failures.noteRefusal(collection, error);
      if (known) this.#failures.note(collection, error);
      throw error;
    }
  }

  async more(collection: CollectionReference, options: CallOptions = {}): Promise<Listing> {
    const known = await this.list(collection, options);
    if (known.isComplete) return known;
    const began = this.#client.order.next();
    const pages = await readNext(this.#client, collection, known, options);
    const now = this.peek(collection);
    // Another caller may have read that page, or all of them, meanwhile.
    if (now && now.pages > known.pages) return now;
    if (this.#orders.resetAt(collection) > began || now?.pages !== known.pages) {
      return this.more(collection, options);
    }
    const read = pages.map((page) => {
      return { ...page, items: this.#newest(collection, page.items, began) };
    });
    return this.#showListing(collection, read.reduce(append, now));
  }

  /** If this fails or is cancelled, the pages read before stay. @throws ApiError. */
  async all(
    collection: CollectionReference,
    onProgress?: OnProgress,
    options: CallOptions = {},
  ): Promise<Listing> {
    let count = 0;
    const began = this.#client.order.next();
    const pages: Page<Resource>[] = [];
    const isOld = (): boolean => this.#orders.resetAt(collection) > began;
    const collected = await collect(await this.#client.pages(collection, options), (page) => {
      pages.push(page);
      onProgress?.((count += page.items.length), page.total);
    }).catch((error: unknown) => {
      if (isOld()) return undefined;
      throw error;
    });
    // If the collection was forgotten meanwhile, read it again with the current credentials.
    if (!collected || isOld()) return this.all(collection, onProgress, options);
    const { items, failures, missing } = collected;
    const [failure] = failures;
    if (!failure) {
      const listing = {
        ...completeListing(items, missing, pages.at(-1)),
        ...countUnreadable(pages),
      };
      return this.#take(collection, listing, began);
    }
    const before = pages.filter(({ number }) => number < failure.number);
    const last = before.at(-1);
    if (last && last.number > (this.peek(collection)?.pages ?? 0)) {
      const whole = { ...last, items: before.flatMap((page) => page.items) };
      this.#take(collection, append(undefined, whole), began);
    }
    throw failure.error;
  }

  find(reference: ResourceReference): Resource | undefined {
    return this.#findListed(reference) ?? this.#singles.get(toKey(reference))?.value;
  }

  /** Reads an individual resource and shows the result from then on. @throws ApiError. */
  async read(reference: ResourceReference, options: CallOptions = {}): Promise<Resource> {
    const began = this.#client.order.next();
    const isOld = (): boolean => this.#orders.resetAt(collectionOf(reference)) > began;
    try {
      const resource = await this.#client.read(reference, options);
      if (isOld()) return await this.read(reference, options);
      this.#failures.noteRead(reference);
      this.replace(reference, resource);
      return this.find(reference) ?? resource;
    } catch (error) {
      if (isOld()) throw error;
      if (this.#failures.isGone(reference, error)) {
        this.#drop(reference);
        this.#missed.fire(reference);
      }
      this.#failures.noteUnread(reference, error);
      this.#changed.fire({ collection: collectionOf(reference), resource: reference });
      throw error;
    }
  }

  /** Only if one additional request returns them all; that operation is only observed. */
  async readStates(collection: CollectionReference, options: CallOptions): Promise<void> {
    const { states } = findKind(collection.kind).operations;
    if (!states) return;
    const reading = this.#client.perform(collection, states.endpoint, undefined, options);
    const answer = await reading.catch(() => undefined);
    if (typeof answer !== 'object' || answer === null) return;
    for (const item of this.peek(collection)?.items ?? []) {
      const state = states.of(answer, item);
      if (state === '' || item[states.member] === state) continue;
      this.replace(itemOf(collection, item), { [states.member]: state }, answer);
    }
  }

  /** The same in the background, once for each item without a state. */
  completeStates(collection: CollectionReference): void {
    const { states } = findKind(collection.kind).operations;
    if (!states) return;
    const items = this.peek(collection)?.items ?? [];
    const isNews = items.some((item) => !(states.member in item) && !this.#asked.has(item));
    for (const item of items) this.#asked.add(item);
    if (isNews) void this.readStates(collection, { priority: 'background' });
  }

  add(reference: ResourceReference, resource: Resource): void {
    if (this.#client.order.of(resource) < this.#orderOf(reference)) return;
    this.#keepSingle(reference, resource);
  }

  /** Does nothing if something newer is known. `answer` is what the resource was taken from. */
  replace(reference: ResourceReference, resource: Resource, answer: object = resource): void {
    const { order } = this.#client;
    const began = order.of(answer);
    const written = order.ofWrite(answer);
    const known = this.#orderOf(reference);
    if (began < known || (written ?? began) < this.#orders.forgottenAt(reference)) return;
    if (written === undefined) {
      this.#show(reference, resource, began);
      return;
    }
    const other = this.#orders.noteWritten(reference, began);
    if (written >= other) this.#show(reference, resource, began);
    // Something else was read or written in the meantime; only the service knows which is newer.
    if (written < Math.max(known, other)) {
      void this.read(reference, { priority: 'background' }).catch(() => undefined);
    }
  }

  nextOrder(): number {
    return this.#client.order.next();
  }

  /** Skips what is known already or was forgotten since `began`. */
  restore({ listings, singles }: KnownOfAccount, began: number): void {
    const isLeft = (reference: ResourceReference): boolean =>
      this.#orders.forgottenAt(reference) < began;
    for (const { reference, value } of listings) {
      const items = value.items.filter((item) => isLeft(itemOf(reference, item)));
      if (this.peek(reference) || (value.items.length > 0 && items.length === 0)) continue;
      this.#keepListing(reference, { ...value, items });
    }
    for (const { reference, value } of singles) {
      if (!this.#singles.has(toKey(reference)) && isLeft(reference)) {
        this.#keepSingle(reference, value);
      }
    }
  }

  known(account: string): KnownOfAccount {
    return {
      listings: [...this.#listings.values()].filter((each) => each.reference.account === account),
      singles: [...this.#singles.values()].filter((each) => each.reference.account === account),
    };
  }

  /** Forgets a deleted resource and everything below it; earlier reads won't restore it. */
  remove(reference: ResourceReference): void {
    this.#orders.noteDeleted(reference, this.nextOrder());
    this.#drop(reference);
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    const id = String(reference.ids.at(-1));
    const isIn = listing?.items.some((item) => String(item['id']) === id);
    // A whole list without it was read since.
    if (!listing || isIn || !isWhole(listing)) this.forget(collection);
  }

  forget(collection: CollectionReference): void {
    this.#orders.reset(toKey(collection), this.nextOrder());
    this.#failures.forget(collection);
    const isListed = this.#listings.delete(toKey(collection));
    // A kind without a list has only one resource.
    const wasSingle =
      !findKind(collection.kind).variable && this.#singles.delete(toKey(resourceIn(collection)));
    if (isListed || wasSingle) this.#changed.fire({ collection });
  }

  forgetAccount(account: string): void {
    this.#orders.reset(account, this.nextOrder());
    for (const map of [this.#listings, this.#singles] as const) {
      for (const [key, { reference }] of map) if (reference.account === account) map.delete(key);
    }
    this.#failures.forgetAccount(account);
  }

  /** Keeps showing known data of an account, or of all, but rereads it when it is next shown. */
  outdate(account?: string): void {
    this.#outdateWhere((reference) => account === undefined || reference.account === account);
  }

  /** The same for a collection, or for what is below a resource, at any depth. */
  outdateBelow(reference: Target): void {
    const { account, kind } = reference;
    const above = { account, kind, ids: idsOf(reference) };
    this.#outdateWhere(({ parents: ids, ...listed }) => isWithin({ ...listed, ids }, above));
  }

  #outdateWhere(matches: (collection: CollectionReference) => boolean): void {
    for (const [key, { reference, value }] of this.#listings) {
      if (!matches(reference)) continue;
      this.#keepListing(reference, { ...value, freshness: 'outdated' });
      this.#orders.reset(key, this.nextOrder());
    }
    for (const [key, { reference }] of this.#singles) {
      // A single of a kind without a list shows a state, which is reread with its parent.
      if (!findKind(reference.kind).variable && matches(collectionOf(reference))) {
        this.#singles.delete(key);
      }
    }
    // Anyone who refreshes wants to know whether earlier failures persist.
    this.#failures.forgetWhere(matches);
  }

  /** Stores a listing that was read from the first page on, unless a newer one is known. */
  #take(collection: CollectionReference, listing: Listing, began: number): Listing {
    const known = this.peek(collection);
    if (known?.freshness === 'fresh' && began < this.#orders.of(collection)) return known;
    this.#orders.note(collection, began);
    const items = this.#newest(collection, listing.items, began);
    if (isWhole(listing)) this.#dropVanished(collection, known, items);
    return this.#showListing(collection, { ...listing, items });
  }

  #showListing(collection: CollectionReference, listing: Listing): Listing {
    this.#keepListing(collection, listing);
    this.#changed.fire({ collection });
    return listing;
  }

  #show(reference: ResourceReference, resource: Resource, began: number): void {
    const collection = collectionOf(reference);
    const listing = this.peek(collection);
    this.#orders.noteShown(reference, began);
    const item = this.#findListed(reference);
    const value = item ? mergeAnswer(item, resource) : resource;
    // Also stored individually, because a listing may be reread with fewer pages or forgotten.
    this.#keepSingle(reference, value);
    if (listing && item) {
      const items = listing.items.map((each) => (each === item ? value : each));
      this.#keepListing(collection, { ...listing, items });
    }
    this.#changed.fire({ collection, resource: reference });
  }

  #findListed(reference: ResourceReference): Resource | undefined {
    return findItem(this.peek(collectionOf(reference))?.items ?? [], reference.ids.at(-1));
  }

  #keepListing(reference: CollectionReference, value: Listing): void {
    this.#listings.set(toKey(reference), { reference, value });
  }

  #keepSingle(reference: ResourceReference, value: Resource): void {
    this.#singles.set(toKey(reference), { reference, value });
  }

  #orderOf(reference: ResourceReference): number {
    return Math.max(
      this.#orders.forgottenAt(reference),
      this.#orders.of(reference),
      this.#findListed(reference) ? this.#orders.of(collectionOf(reference)) : 0,
    );
  }

  /** A read's items, newer versions preferred, without resources deleted since it started. */
  #newest(
    collection: CollectionReference,
    items: readonly Resource[],
    began: number,
  ): readonly Resource[] {
    return items.flatMap((item) => {
      const reference = itemOf(collection, item);
      if (this.#orders.of(reference) <= began) {
        // Otherwise the individually read version would show again once the listing is forgotten.
        if (this.#singles.has(toKey(reference))) {
          this.#keepSingle(reference, item);
          this.#orders.note(reference, began);
        }
        return [item];
      }
      if (this.#orders.isDeleted(reference)) return [];
      return [mergeAnswer(item, this.find(reference) ?? {})];
    });
  }

  #drop(reference: ResourceReference): void {
    for (const [key, { reference: listed }] of this.#listings) {
      const above = parentOf(listed);
      if (above && isWithin(above, reference)) this.#listings.delete(key);
    }
    for (const [key, { reference: single }] of this.#singles) {
      if (isWithin(single, reference)) this.#singles.delete(key);
    }
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
      if (this.#orders.of(gone) <= this.#orders.of(collection)) this.#drop(gone);
    }
  }
}

/** When known data was requested, written, deleted or forgotten, in the order of all reads. */
class ResourceOrders {
  readonly #orders = new Map<string, number>();
  /** When the last write of a resource ended, whether shown or not. */
  readonly #written = new Map<string, number>();
  readonly #deleted = new Set<string>();
  readonly #resets = new Map<string, number>();

  of(reference: Target): number {
    return this.#orders.get(toKey(reference)) ?? 0;
  }

  note(reference: Target, began: number): void {
    this.#orders.set(toKey(reference), began);
  }

  noteShown(reference: ResourceReference, began: number): void {
    this.note(reference, began);
    this.#deleted.delete(toKey(reference));
  }

  noteDeleted(reference: ResourceReference, at: number): void {
    this.note(reference, at);
    this.reset(toKey(reference), at);
    this.#deleted.add(toKey(reference));
  }

  /** Reads of an account, a collection, or anything below a resource that began before are void. */
  reset(of: string, at: number): void {
    this.#resets.set(of, at);
  }

  /** When a collection or anything above it was last reset. */
  resetAt(collection: CollectionReference): number {
    const keys = [collection.account, toKey(collection)];
    for (let above = parentOf(collection); above; above = parentOf(above)) keys.push(toKey(above));
    return Math.max(...keys.map((key) => this.#resets.get(key) ?? 0));
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
    let at = this.#resets.get(reference.account) ?? 0;
    for (let each: ResourceReference | undefined = reference; each; each = parentOf(each)) {
      if (this.isDeleted(each)) at = Math.max(at, this.of(each));
    }
    return at;
  }
}

/** Reads a collection from the first page on, as far as it was known. @throws ApiError. */
async function readAsFarAs(
  client: Pick<ResourceClient, 'page'>,
  collection: CollectionReference,
  known: Listing | undefined,
  options: CallOptions,
): Promise<Listing> {
  const first = await client.page(collection, 1, options);
  if (known?.freshness === 'restored') return renewFirstPage(known, first);
  let listing = append(undefined, first);
  // The pages already shown only have to be verified, which no one waits for.
  const rest = { ...options, priority: 'background' } as const;
  while (!listing.isComplete && listing.pages < (known?.pages ?? 1)) {
    const next = await readNext(client, collection, listing, rest);
    listing = next.reduce(append, listing);
  }
  return listing;
}

/**
 * Reads the page after the known ones. If the service counts fewer items than before, some have
 * moved to pages that were already read, so as many of these are reread.
 * @throws ApiError.
 */
async function readNext(
  client: Pick<ResourceClient, 'page'>,
  collection: CollectionReference,
  known: Listing,
  options: CallOptions,
): Promise<readonly Page<Resource>[]> {
  const next = await client.page(collection, known.pages + 1, options, known);
  const fewer = Math.max(0, (known.total ?? 0) - (next.total ?? known.total ?? 0));
  const again = Math.min(known.pages, Math.ceil(fewer / next.perPage));
  const pages = await Promise.all(
    Array.from({ length: again }, (_, index) =>
      client.page(collection, known.pages - again + 1 + index, options),
    ),
  );
  return [...pages, next];
}

/** Why collections and resources couldn't be read last time, and what a service doesn't offer. */
class ReadFailures {
  readonly #failures = new Map<string, Failure<unknown>>();
  /** Kinds that a service doesn't offer at all, and individual lists that it doesn't offer. */
  readonly #refusals = new Map<string, Failure<ApiError>>();
  /** The same, but known for longer: until the list can be read or the credentials change. */
  readonly #unlisted = new Set<string>();
  /** Kinds of which the service could read a resource individually. */
  readonly #readable = new Set<string>();

  of(reference: Target): unknown {
    return this.#failures.get(toKey(reference))?.error;
  }

  /** The error that showed that the service doesn't offer a collection, or anything of its kind. */
  refusalOf(collection: CollectionReference): ApiError | undefined {
    const refusal = this.#refusals.get(toKindKey(collection));
    return (refusal ?? this.#refusals.get(toKey(collection)))?.error;
  }

  note(reference: Target, error: unknown): void {
    this.#failures.set(toKey(reference), { reference, error });
  }

  /** Records why a resource couldn't be read; if it may just be missing, its kind isn't offered. */
  noteUnread(reference: ResourceReference, error: unknown): void {
    this.note(reference, error);
    if (!findKind(reference.kind).operations.mayBeMissing || !isUnsupported(error)) return;
    this.#refusals.set(toKindKey(reference), { reference, error });
  }

  noteRefusal(collection: CollectionReference, error: unknown): void {
    if (!isUnsupported(error)) return;
    // A 404 may be about the parent; these mean that the service doesn't have the operation at all.
    const key = [405, 501].includes(error.status ?? 0) ? toKindKey(collection) : toKey(collection);
    this.#refusals.set(key, { reference: collection, error });
    this.#unlisted.add(toKey(collection));
  }

  noteListed(collection: CollectionReference): void {
    this.forget(collection);
    this.#unlisted.delete(toKey(collection));
  }

  /** True if the service refused to list a collection when it was last asked. */
  isUnlisted(collection: CollectionReference): boolean {
    return this.#unlisted.has(toKey(collection)) || this.refusalOf(collection) !== undefined;
  }

  noteRead(reference: ResourceReference): void {
    this.forget(reference);
    if (findKind(reference.kind).operations.mayBeMissing) {
      this.#refusals.delete(toKindKey(reference));
    }
    this.#readable.add(toKindKey(reference));
  }

  /** True if the resource is gone, rather than the service unable to read any of its kind. */
  isGone(reference: ResourceReference, error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 404) return false;
    return error.reason === 'notFound' || this.#readable.has(toKindKey(reference));
  }

  forget(reference: Target): void {
    this.#failures.delete(toKey(reference));
    this.#refusals.delete(toKey(reference));
  }

  forgetWhere(matches: (collection: CollectionReference) => boolean): void {
    for (const map of [this.#failures, this.#refusals] as const) {
      for (const [key, { reference }] of map) {
        if (matches(collectionOf(reference))) map.delete(key);
      }
    }
  }

  forgetAccount(account: string): void {
    this.forgetWhere((collection) => collection.account === account);
    for (const key of this.#unlisted) if (key.startsWith(`${account}/`)) this.#unlisted.delete(key);
  }
}

interface Failure<Kind> {
  readonly reference: Target;
  readonly error: Kind;
}

function toKindKey({ account, kind }: Target): string {
  return `${account}/${kind}`;
}
