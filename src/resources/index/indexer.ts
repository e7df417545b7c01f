import { indexedKinds, type IndexEntry, type ResourceIndex, toEntry } from './resourceIndex';
import type { Account } from '../../accounts/account';
import { type KindId, findKind, isReadable } from '../kinds/kinds';
import type { CollectionReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import { ApiError, hitsEveryRequest, isMissing } from '../../api/errors';
import { Emitter, type Event } from '../../base/emitter';

/** Progress of indexing an account: collections read, out of those known so far. */
export interface IndexProgress {
  readonly account: string;
  readonly done: number;
  readonly total: number;
}

type Reader = Pick<Account, 'id' | 'authentication'>;

const freshMs = 24 * 60 * 60 * 1_000;

/** How many lists of a kind are read before judging whether reading more is worth it. */
const trialLists = 5;

interface Yield {
  lists: number;
  entries: number;
}

/** User requests go first, and only a share of the rate limit is used. */
export class Indexer {
  readonly #client: Pick<ResourceClient, 'pages'>;
  readonly #index: ResourceIndex;
  readonly #now: () => number;
  readonly #progressed = new Emitter<IndexProgress>();
  readonly onDidProgress: Event<IndexProgress> = this.#progressed.event;

  constructor(
    client: Pick<ResourceClient, 'pages'>,
    index: ResourceIndex,
    now: () => number = Date.now,
  ) {
    this.#client = client;
    this.#index = index;
    this.#now = now;
  }

  /**
   * Reads everything in an account that is missing or outdated, except lists of a kind that cost more
   * requests than they bring names. Ends early, keeping what it has, if the signal aborts or the
   * service can't be reached; the next run continues from there.
   * @param wanted reads only these kinds, the first ones first, whatever they bring.
   * @returns why something that the service offers couldn't be read: the first failure.
   */
  async run(account: Reader, signal: AbortSignal, wanted?: readonly KindId[]): Promise<unknown> {
    const kinds = readableKinds(account, wanted);
    const refused = new Set<KindId>();
    const yields = new Map<KindId, Yield>();
    const queue = roots(account, kinds);
    let failure: unknown;
    // One at a time, to leave the other connections to the person. The queue grows meanwhile.
    for (let next = 0; next < queue.length && !signal.aborted; next += 1) {
      const collection = queue[next];
      if (!collection || refused.has(collection.kind)) continue;
      if (!wanted && !this.#isFresh(collection) && isFruitless(yields.get(collection.kind)))
        continue;
      try {
        const entries = await this.#entries(collection, signal);
        note(yields, collection, entries);
        for (const below of collectionsBelow(collection, entries, kinds)) queue.push(below);
      } catch (error) {
        if (signal.aborted) break;
        if (!isMissing(error)) failure ??= error;
        const status = error instanceof ApiError && error.status;
        if (status === 405 || status === 501) refused.add(collection.kind);
        else note(yields, collection, []);
        if (hitsEveryRequest(error)) break;
      }
      this.#progressed.fire({ account: account.id, done: next + 1, total: queue.length });
    }
    return failure;
  }

  /** How many lists a run would read at least, as far as the known resources show. */
  countMissing(account: Reader, wanted?: readonly KindId[]): number {
    const kinds = readableKinds(account, wanted);
    const yields = new Map<KindId, Yield>();
    const queue = roots(account, kinds);
    let missing = 0;
    for (const collection of queue) {
      const entries = this.#index.entries(collection);
      const isFresh = this.#isFresh(collection);
      if (isFresh) note(yields, collection, entries);
      else if (wanted || !isFruitless(yields.get(collection.kind))) missing += 1;
      for (const below of collectionsBelow(collection, entries, kinds)) queue.push(below);
    }
    return missing;
  }

  async #entries(
    collection: CollectionReference,
    signal: AbortSignal,
  ): Promise<readonly IndexEntry[]> {
    if (this.#isFresh(collection)) return this.#index.entries(collection);
    const since = this.#index.removals;
    const pages = await this.#client.pages(collection, { signal, priority: 'indexing' });
    const entries: IndexEntry[] = [];
    let searchable = 0;
    const { id, present } = findKind(collection.kind);
    for await (const outcome of pages) {
      signal.throwIfAborted();
      if (!('page' in outcome)) {
        this.#index.put({ collection, entries, readAt: 0 }, undefined, since);
        throw outcome.error as Error;
      }
      entries.push(...outcome.page.items.map((item) => toEntry(id, item, present(item))));
      // Each time stores the whole list, so a long one becomes searchable in ever larger steps.
      if (entries.length < 2 * searchable) continue;
      this.#index.put({ collection, entries: [...entries], readAt: 0 }, undefined, since);
      searchable = entries.length;
    }
    signal.throwIfAborted();
    this.#index.put({ collection, entries, readAt: this.#now() }, undefined, since);
    return entries;
  }

  #isFresh(collection: CollectionReference): boolean {
    return this.#now() - (this.#index.readAt(collection) ?? 0) < freshMs;
  }
}

function readableKinds(account: Reader, wanted = indexedKinds): readonly KindId[] {
  return wanted.filter((kind) => isReadable(findKind(kind), account));
}

function roots(account: Reader, kinds: readonly KindId[]): CollectionReference[] {
  return kinds
    .filter((kind) => findKind(kind).parent === undefined)
    .map((kind) => ({ account: account.id, kind, parents: [] }));
}

function note(
  yields: Map<KindId, Yield>,
  { kind }: CollectionReference,
  { length }: readonly IndexEntry[],
): void {
  const { lists, entries } = yields.get(kind) ?? { lists: 0, entries: 0 };
  yields.set(kind, { lists: lists + 1, entries: entries + length });
}

/** True if the lists of a kind cost more requests than they bring names to search for. */
function isFruitless({ lists, entries }: Yield = { lists: 0, entries: 0 }): boolean {
  return lists >= trialLists && entries < lists;
}

function collectionsBelow(
  { account, parents, kind }: CollectionReference,
  entries: readonly IndexEntry[],
  kinds: readonly KindId[],
): readonly CollectionReference[] {
  const children = kinds.filter((each) => findKind(each).parent === kind);
  return children.flatMap((child) =>
    entries.map(({ id }) => ({ account, kind: child, parents: [...parents, id] })),
  );
}
