import { findKind } from './kinds/kinds';
import type { Resource, ResourceId } from './kinds/kind';
import type { CollectionReference } from './reference';
import type { ResourceStore } from './resourceStore';
import type { CallOptions } from '../api/client';

/**
 * Reads the states of a collection's resources where one more request tells them all, and shows them
 * on the rows. Without that operation (it is merely observed) the rows stay as they are.
 */
export async function learnStates(
  store: ResourceStore,
  collection: CollectionReference,
  options: CallOptions,
): Promise<void> {
  const { states } = findKind(collection.kind).operations;
  if (!states) return;
  const answer = await store.perform(collection, states.endpoint, options).catch(() => undefined);
  const { account, kind, parents } = collection;
  for (const item of store.peek(collection)?.items ?? []) {
    const state = states.of(answer, item);
    if (state === '' || item[states.member] === state) continue;
    const reference = { account, kind, ids: [...parents, item['id'] as ResourceId] };
    store.replace(reference, { [states.member]: state });
  }
}

/** Learns states when a collection is looked at, once for each time that it was read. */
export class StateLearner {
  readonly #store: ResourceStore;
  readonly #asked = new WeakSet<Resource>();

  constructor(store: ResourceStore) {
    this.#store = store;
  }

  /** Asks for the states of what was not asked for yet; nobody waits for it. */
  look(collection: CollectionReference): void {
    const { states } = findKind(collection.kind).operations;
    if (!states) return;
    const items = this.#store.peek(collection)?.items ?? [];
    const isNews = items.some((item) => !(states.member in item) && !this.#asked.has(item));
    for (const item of items) this.#asked.add(item);
    if (isNews) void learnStates(this.#store, collection, { priority: 'background' });
  }
}
