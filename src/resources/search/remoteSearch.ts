import { findKind } from '../kinds/kinds';
import type { ResourceId } from '../kinds/kind';
import { type CollectionReference, type ResourceReference, toKey } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { ResourceStore } from '../resourceStore';
import { isList } from '../../api/contract/endpoint';
import { type Disposable, Emitter, type Event } from '../../shared/emitter';

/** Asks the service for resources by name where a collection is too large to be here as a whole. */
export class RemoteSearch implements Disposable {
  readonly #client: ResourceClient;
  readonly #store: ResourceStore;
  readonly #found = new Map<string, readonly ResourceReference[]>();
  readonly #changed = new Emitter<CollectionReference>();
  readonly onDidFind: Event<CollectionReference> = this.#changed.event;

  constructor(client: ResourceClient, store: ResourceStore) {
    this.#client = client;
    this.#store = store;
  }

  /** What the service found; asks it where that is not known, and tells when it is. */
  results(collection: CollectionReference, words: string): readonly ResourceReference[] {
    if (words === '' || !isSearchable(collection)) return [];
    const key = `${toKey(collection)} ${words}`;
    const known = this.#found.get(key);
    if (known) return known;
    this.#found.set(key, []);
    // A search that fails finds nothing; what is here already is shown all the same.
    void this.#ask(collection, words, key).catch(() => undefined);
    return [];
  }

  /** Forgets what was found, so that the service is asked again. */
  forget(): void {
    this.#found.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #ask(collection: CollectionReference, words: string, key: string): Promise<void> {
    const page = await this.#client.page(collection, 1, { filters: { search: words } });
    const { account, kind, parents } = collection;
    const references = page.items.map((item) => {
      const reference = { account, kind, ids: [...parents, item['id'] as ResourceId] };
      this.#store.add(reference, item);
      return reference;
    });
    this.#found.set(key, references);
    this.#changed.fire(collection);
  }
}

function isSearchable({ kind }: CollectionReference): boolean {
  const { list } = findKind(kind).operations;
  return list !== undefined && isList(list) && list.filters.includes('search');
}
