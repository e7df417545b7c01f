import { indexedKinds, type IndexEntry, type ResourceIndex, toEntry } from './resourceIndex';
import type { Account } from '../accounts/account';
import type { KindId, Resource, ResourceId } from '../kinds/kind';
import { findKind } from '../kinds/kinds';
import { isReadable } from '../offers';
import type { CollectionReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import { ApiError, type ApiErrorReason } from '../../api/errors';
import { type Disposable, Emitter, type Event } from '../../shared/emitter';
import type { Translate } from '../../shared/translate';

/** How far an account's index is: collections that were read, of those that are known so far. */
export interface IndexProgress {
  readonly account: string;
  readonly done: number;
  readonly total: number;
}

/** What was read is taken for true as long as this, in milliseconds. */
const freshMs = 24 * 60 * 60 * 1_000;

/** Failures that befall whatever is asked next. */
const finalReasons: ReadonlySet<ApiErrorReason> = new Set([
  'cancelled',
  'network',
  'rateLimited',
  'timeout',
  'unauthorized',
]);

/** Reads what the index does not know yet, as background work: every click goes before it. */
export class Indexer implements Disposable {
  readonly #client: ResourceClient;
  readonly #index: ResourceIndex;
  readonly #translate: Translate;
  readonly #now: () => number;
  readonly #progressed = new Emitter<IndexProgress>();
  readonly onDidProgress: Event<IndexProgress> = this.#progressed.event;

  constructor(
    client: ResourceClient,
    index: ResourceIndex,
    translate: Translate,
    now: () => number = Date.now,
  ) {
    this.#client = client;
    this.#index = index;
    this.#translate = translate;
    this.#now = now;
  }

  /**
   * Reads all of an account that is missing or old. Ends early, with what it got, where the signal
   * aborts or the service can't be reached; the next run goes on from there.
   */
  async run(account: Account, signal: AbortSignal): Promise<void> {
    const kinds = indexedKinds.filter((kind) => isReadable(findKind(kind), account));
    const refused = new Set<KindId>();
    const queue = kinds
      .filter((kind) => findKind(kind).parent === undefined)
      .map((kind): CollectionReference => ({ account: account.id, kind, parents: [] }));
    // One after the other: what is left of the connections is the person's. The queue grows meanwhile.
    for (let next = 0; next < queue.length && !signal.aborted; next += 1) {
      const collection = queue[next];
      if (!collection || refused.has(collection.kind)) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop
        const entries = await this.#entries(collection, signal);
        queue.push(...below(collection, entries, kinds));
      } catch (error) {
        if (isFinal(error)) return;
        if (isRefusal(error)) refused.add(collection.kind);
      }
      this.#progressed.fire({ account: account.id, done: next + 1, total: queue.length });
    }
  }

  dispose(): void {
    this.#progressed.dispose();
  }

  /** A collection's entries: those known, where they are fresh; else as the service has them. */
  async #entries(
    collection: CollectionReference,
    signal: AbortSignal,
  ): Promise<readonly IndexEntry[]> {
    const readAt = this.#index.readAt(collection) ?? 0;
    if (this.#now() - readAt < freshMs) return this.#index.entries(collection);
    const pages = await this.#client.pages(collection, { signal, priority: 'background' });
    const entries: IndexEntry[] = [];
    for await (const outcome of pages) {
      if (!('page' in outcome)) throw outcome.error as Error;
      const read = outcome.page.items.map((item) => this.#toEntry(collection.kind, item));
      entries.push(...read);
      // What was read so far can be found at once.
      this.#index.put({ collection, entries: read, readAt: 0 });
    }
    this.#index.put({ collection, entries, readAt: this.#now() });
    return entries;
  }

  #toEntry(kind: KindId, item: Resource): IndexEntry {
    return toEntry(item, findKind(kind).present(item, this.#translate));
  }
}

/** The collections below every resource of a collection. */
function below(
  { account, parents, kind }: CollectionReference,
  entries: readonly IndexEntry[],
  kinds: readonly KindId[],
): readonly CollectionReference[] {
  const children = kinds.filter((each) => findKind(each).parent === kind);
  return children.flatMap((child) =>
    entries.map(({ id }: { readonly id: ResourceId }) => ({
      account,
      kind: child,
      parents: [...parents, id],
    })),
  );
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && finalReasons.has(error.reason);
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 405 || error.status === 501);
}
