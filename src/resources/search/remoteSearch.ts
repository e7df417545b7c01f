import { findKind } from '../kinds/kinds';
import { type CollectionReference, itemOf, type ResourceReference, toKey } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../store/resourceStore';
import type { CallOptions } from '../../api/client';
import { isList } from '../../api/contract/endpoint';
import { Emitter, type Event } from '../../base/emitter';

/** Searches on the service by name if a collection is too large to be loaded completely. */
export class RemoteSearch {
  readonly #client: ResourceClient;
  readonly #store: ResourceStore;
  #found = new Map<string, readonly ResourceReference[]>();
  readonly #changed = new Emitter<CollectionReference>();
  readonly onDidFind: Event<CollectionReference> = this.#changed.event;

  constructor(client: ResourceClient, store: ResourceStore) {
    this.#client = client;
    this.#store = store;
  }

  /** The service's results; requests them if unknown, and fires when they arrive. */
  results(collection: CollectionReference, words: string): readonly ResourceReference[] {
    if (words === '' || !isSearchable(collection)) return [];
    const key = `${toKey(collection)} ${words}`;
    const known = this.#found.get(key);
    if (known) return known;
    // Requests in flight still write to this map once it is forgotten.
    const found = this.#found.set(key, []);
    const take = (all: readonly ResourceReference[]): void => {
      found.set(key, all);
      this.#changed.fire(collection);
    };
    // A failed search has no results; what is already loaded is shown anyway.
    void this.find(collection, words).then(take, () => undefined);
    return [];
  }

  forget(): void {
    this.#found = new Map();
  }

  async find(
    collection: CollectionReference,
    words: string,
    options: CallOptions = {},
  ): Promise<readonly ResourceReference[]> {
    const page = await this.#client.page(collection, 1, { ...options, filters: { search: words } });
    return page.items.map((item) => {
      const reference = itemOf(collection, item);
      this.#store.add(reference, item);
      return reference;
    });
  }
}

function isSearchable({ kind }: CollectionReference): boolean {
  const { list } = findKind(kind).operations;
  return list !== undefined && isList(list) && list.filters.includes('search');
}
