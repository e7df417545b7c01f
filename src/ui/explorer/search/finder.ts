import type * as vscode from 'vscode';
import type { Account } from '../../../accounts/account';
import type { Sessions } from '../../../accounts/sessions';
import { Indexer, type IndexProgress } from '../../../resources/index/indexer';
import {
  IndexStorage,
  type Found,
  indexedKinds,
  ResourceIndex,
  toEntry,
} from '../../../resources/index/resourceIndex';
import { isWhole } from '../../../resources/store/listing';
import {
  collectionOf,
  type CollectionReference,
  type ResourceReference,
  serversOf,
} from '../../../resources/reference';
import type { SourceParts } from '../../../explorer/treeSources';
import type { RemoteSearch } from '../../../resources/search/remoteSearch';
import type { ResourceStore } from '../../../resources/store/resourceStore';
import type { CallOptions } from '../../../api/client';
import { hitsEveryRequest, isMissing } from '../../../api/errors';
import type { Resource, ResourceId } from '../../../resources/kinds/kind';
import type { KindId } from '../../../resources/kinds/kinds';
import { presentIn } from '../../../resources/names/resourceNames';

/** How often the index is stored while it is being filled, in milliseconds. */
const keepMs = 30_000;

interface SearchFailure {
  readonly label: string;
  readonly error: unknown;
}

export interface ServiceAnswers {
  readonly found: readonly Found[];
  readonly failures: readonly SearchFailure[];
  /** How many servers are still to be searched, where it goes from one to the next. */
  readonly left?: number;
}

const mostSearches = 4;

/** Filled from what the views read anyway; by reading the rest only on request. */
export class Finder implements vscode.Disposable {
  readonly index = new ResourceIndex();
  readonly #sessions: Sessions;
  readonly #store: ResourceStore;
  readonly #search: RemoteSearch;
  readonly #storage: IndexStorage;
  readonly #indexer: Indexer;
  readonly #isWatched: () => boolean;
  readonly #restored = new Map<string, Promise<void>>();
  readonly #running = new Map<
    string,
    { readonly stop: AbortController; readonly end: Promise<unknown> }
  >();
  readonly #subscriptions: readonly { dispose(): unknown }[];

  /** @param isWatched whether a view is visible: otherwise nothing is read. */
  constructor(parts: SourceParts, search: RemoteSearch, isWatched: () => boolean) {
    this.#sessions = parts.sessions;
    this.#store = parts.store;
    this.#search = search;
    this.#isWatched = isWatched;
    this.#storage = new IndexStorage(this.index, parts.folder, parts.note);
    this.#indexer = new Indexer(parts.client, this.index);
    this.#subscriptions = [
      parts.store.onDidChange(({ collection }) => this.#takeIn(collection)),
      parts.store.onDidMiss((reference) => this.index.remove(reference)),
    ];
  }

  get onDidProgress(): (listener: (progress: IndexProgress) => unknown) => vscode.Disposable {
    return (listener) => this.#indexer.onDidProgress(listener);
  }

  /** True if the rate limit holds back the next request. */
  isHeld(account: string): boolean {
    return this.#sessions.opened(account)?.client.rateLimit?.holdsIndexing === true;
  }

  async open(): Promise<readonly Account[]> {
    const accounts = await this.#sessions.accounts();
    await Promise.all(accounts.map(({ id }) => this.#restore(id)));
    return accounts;
  }

  /** @param wanted reads only these kinds, the first ones first. */
  async fill(signal?: AbortSignal, wanted?: readonly KindId[]): Promise<unknown> {
    const accounts = await this.open();
    if (signal?.aborted) return undefined;
    const stop = (): void => this.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const failures = await Promise.all(accounts.map((account) => this.#fill(account, wanted)));
      return failures.find((failure) => failure !== undefined);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  get isFilling(): boolean {
    return this.#running.size > 0;
  }

  async countMissing(): Promise<number> {
    const accounts = await this.#sessions.accounts();
    return accounts.reduce((sum, account) => sum + this.#indexer.countMissing(account), 0);
  }

  countMissingIn(account: Account, wanted: readonly KindId[]): number {
    return this.#indexer.countMissing(account, wanted);
  }

  /** One request each; the servers are added to the index. */
  async searchServices(name: string, signal: AbortSignal): Promise<ServiceAnswers> {
    const accounts = await this.#sessions.accounts();
    const failures: SearchFailure[] = [];
    const found = await Promise.all(
      accounts.map(async ({ id, label }) => {
        const collection = serversOf(id);
        try {
          return await this.#search.find(collection, name, { signal });
        } catch (error) {
          failures.push({ label: accounts.length > 1 ? label : '', error });
          return [];
        }
      }),
    );
    return { found: found.flat().flatMap((each) => this.#addToIndex(each) ?? []), failures };
  }

  /**
   * Finds web applications by name, on one server after the other: no operation searches those of all
   * servers, or domains. They are added to the index.
   * @returns what was found until it ended or was stopped.
   */
  async searchWebApplications(
    name: string,
    signal: AbortSignal,
    report: (answers: ServiceAnswers) => void,
  ): Promise<ServiceAnswers> {
    const accounts = await this.open();
    const found: Found[] = [];
    const failures: SearchFailure[] = [];
    const unreachable = new Set<string>();
    const options = { signal, priority: 'background' } as const;
    const fail = ({ id, label }: Account, error: unknown): void => {
      if (hitsEveryRequest(error)) unreachable.add(id);
      const shown = accounts.length > 1 ? label : '';
      const isNew = failures.every((each) => each.label !== shown);
      if (isNew && !signal.aborted && !isMissing(error)) failures.push({ label: shown, error });
    };
    report({ found, failures });
    const servers = await Promise.all(
      accounts.map(async (account) => {
        const items = await this.#allServers(account, options).catch((error: unknown) => {
          fail(account, error);
          return [];
        });
        return items.map(({ id }) => ({ account, parents: [id as ResourceId] }));
      }),
    );
    const queue = servers.flat();
    let left = queue.length;
    const next = queue.values();
    const searchOn = async (): Promise<void> => {
      for (const { account, parents } of next) {
        if (unreachable.has(account.id)) continue;
        const collection = { account: account.id, kind: 'webApplication', parents } as const;
        try {
          const all = await this.#search.find(collection, name, options);
          found.push(...all.flatMap((each) => this.#addToIndex(each) ?? []));
        } catch (error) {
          fail(account, error);
        }
        if (signal.aborted) return;
        left -= 1;
        report({ found, failures, left });
      }
    };
    await Promise.all(Array.from({ length: mostSearches }, searchOn));
    return { found, failures, left };
  }

  /** Stops reading if the index is no longer needed. */
  rest(): void {
    if (!this.#isWatched()) this.stop();
  }

  stop(): void {
    for (const { stop } of this.#running.values()) stop.abort();
  }

  async forget(account: string): Promise<void> {
    this.#running.get(account)?.stop.abort();
    this.#restored.delete(account);
    this.index.forget(account);
    await this.#storage.forget(account);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.stop();
  }

  #fill(account: Account, wanted: readonly KindId[] | undefined): Promise<unknown> {
    const running = this.#running.get(account.id);
    if (running) return running.end;
    const stop = new AbortController();
    const end = this.#run(account, stop.signal, wanted);
    this.#running.set(account.id, { stop, end });
    return end;
  }

  async #run(
    account: Account,
    signal: AbortSignal,
    wanted: readonly KindId[] | undefined,
  ): Promise<unknown> {
    const timer = setInterval(() => void this.#keep(account.id), keepMs);
    try {
      return await this.#indexer.run(account, signal, wanted);
    } finally {
      clearInterval(timer);
      this.#running.delete(account.id);
      if (this.#restored.has(account.id)) await this.#keep(account.id);
    }
  }

  async #keep(account: string): Promise<void> {
    // If this fails, the next session only has to read again.
    await this.#storage.keep(account).catch(() => undefined);
  }

  #restore(account: string): Promise<void> {
    const restored = this.#restored.get(account) ?? this.#restoreAndTakeIn(account);
    this.#restored.set(account, restored);
    return restored;
  }

  async #restoreAndTakeIn(account: string): Promise<void> {
    await this.#storage.restore(account);
    for (const { reference } of this.#store.known(account).listings) this.#takeIn(reference);
  }

  async #allServers({ id }: Account, options: CallOptions): Promise<readonly Resource[]> {
    const collection = serversOf(id);
    const known = this.#store.peek(collection);
    const isKnown = known && isWhole(known) && known.freshness === 'fresh';
    return (isKnown ? known : await this.#store.all(collection, undefined, options)).items;
  }

  #addToIndex(reference: ResourceReference): Found | undefined {
    const resource = this.#store.find(reference);
    if (!resource) return undefined;
    const entries = [toEntry(reference.kind, resource, presentIn(reference, resource))];
    this.index.put({ collection: collectionOf(reference), entries, readAt: 0 });
    return this.index.find(reference);
  }

  #takeIn(collection: CollectionReference): void {
    const isOpen = this.#restored.has(collection.account);
    const listing = isOpen ? this.#store.peek(collection) : undefined;
    if (!listing || !indexedKinds.includes(collection.kind)) return;
    const { account, kind } = collection;
    const { freshness, total } = listing;
    const entries = listing.items.map((item) => ({
      ...toEntry(kind, item, presentIn({ account, kind, ids: [] }, item)),
      // What an earlier session saw may be gone.
      ...(freshness === 'restored' ? { seenAt: 0 } : {}),
    }));
    const isRead = isWhole(listing) && freshness === 'fresh';
    const counted = freshness === 'fresh' ? total : undefined;
    this.index.put({ collection, entries, readAt: isRead ? Date.now() : 0 }, counted);
  }
}
