import type * as vscode from 'vscode';
import type { Account } from '../../resources/accounts/account';
import type { Sessions } from '../../resources/accounts/sessions';
import { Indexer, type IndexProgress } from '../../resources/index/indexer';
import { IndexMemory } from '../../resources/index/indexMemory';
import { indexedKinds, ResourceIndex, toEntry } from '../../resources/index/resourceIndex';
import type { Folder } from '../../resources/memory/folder';
import type { CollectionReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/resourceStore';
import { t } from '../l10n';
import { present } from '../present';

/** How often the index is written while it fills, in milliseconds. */
const keepMs = 30_000;

/**
 * Fills the index, from the first search on: from what the views read anyhow, and by reading the rest in
 * the background for as long as somebody may look.
 */
export class Finder implements vscode.Disposable {
  readonly index = new ResourceIndex();
  readonly #sessions: Sessions;
  readonly #store: ResourceStore;
  readonly #memory: IndexMemory;
  readonly #indexer: Indexer;
  readonly #isWatched: () => boolean;
  readonly #restored = new Map<string, Promise<void>>();
  readonly #running = new Map<string, AbortController>();
  readonly #subscription: { dispose(): unknown };

  /** @param isWatched whether a view is in sight: nothing is read for nobody. */
  constructor(
    parts: {
      readonly sessions: Sessions;
      readonly client: ResourceClient;
      readonly store: ResourceStore;
      readonly folder: Folder;
    },
    isWatched: () => boolean,
  ) {
    this.#sessions = parts.sessions;
    this.#store = parts.store;
    this.#isWatched = isWatched;
    this.#memory = new IndexMemory(this.index, parts.folder);
    this.#indexer = new Indexer(parts.client, this.index, t);
    this.#subscription = parts.store.onDidChange(({ collection }) => this.#takeIn(collection));
  }

  /** Tells how far the index is, while it fills. */
  get onDidProgress(): (listener: (progress: IndexProgress) => unknown) => vscode.Disposable {
    return (listener) => this.#indexer.onDidProgress(listener);
  }

  /** Puts back what earlier sessions knew and what the views know. */
  async open(): Promise<readonly Account[]> {
    const accounts = await this.#sessions.accounts();
    await Promise.all(accounts.map(({ id }) => this.#restore(id)));
    return accounts;
  }

  /** Reads what is missing, of each account; resolves when all is there or nobody looks any more. */
  async fill(): Promise<void> {
    const accounts = await this.open();
    await Promise.all(accounts.map((account) => this.#fill(account)));
  }

  /** Stops reading where nobody looks any more. */
  rest(): void {
    if (this.#isWatched()) return;
    for (const stop of this.#running.values()) stop.abort();
  }

  /** Forgets an account, in the index and on disk. */
  async forget(account: string): Promise<void> {
    this.#running.get(account)?.abort();
    this.#restored.delete(account);
    this.index.forget(account);
    await this.#memory.forget(account);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const stop of this.#running.values()) stop.abort();
    this.#indexer.dispose();
  }

  async #fill(account: Account): Promise<void> {
    if (this.#running.has(account.id)) return;
    const stop = new AbortController();
    this.#running.set(account.id, stop);
    const timer = setInterval(() => void this.#keep(account.id), keepMs);
    try {
      await this.#indexer.run(account, stop.signal);
    } finally {
      clearInterval(timer);
      this.#running.delete(account.id);
      if (this.#restored.has(account.id)) await this.#keep(account.id);
    }
  }

  async #keep(account: string): Promise<void> {
    // Without it the next session merely has to read again.
    await this.#memory.keep(account).catch(() => undefined);
  }

  #restore(account: string): Promise<void> {
    const known = this.#restored.get(account);
    if (known) return known;
    const restored = this.#restoreAndTakeIn(account);
    this.#restored.set(account, restored);
    return restored;
  }

  async #restoreAndTakeIn(account: string): Promise<void> {
    await this.#memory.restore(account);
    for (const { reference } of this.#store.known(account).listings) this.#takeIn(reference);
  }

  #takeIn(collection: CollectionReference): void {
    const isOpen = this.#restored.has(collection.account);
    const listing = isOpen ? this.#store.peek(collection) : undefined;
    if (!listing || !indexedKinds.includes(collection.kind)) return;
    const { account, kind } = collection;
    this.index.put({
      collection,
      entries: listing.items.map((item) =>
        toEntry(item, present({ account, kind, ids: [] }, item)),
      ),
      readAt: listing.isComplete && listing.freshness === 'fresh' ? Date.now() : 0,
    });
  }
}
