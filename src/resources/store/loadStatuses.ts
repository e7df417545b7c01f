import { findKind } from '../kinds/kinds';
import type { Resource, ResourceId } from '../kinds/kind';
import type { CollectionReference } from '../reference';
import type { ResourceStore } from './resourceStore';
import type { CallOptions } from '../../api/client';

/** Only if one additional request returns them all; that operation is only observed. */
export async function loadStatuses(
  store: ResourceStore,
  collection: CollectionReference,
  options: CallOptions,
): Promise<void> {
  const { states } = findKind(collection.kind).operations;
  if (!states) return;
  const answer = await store.perform(collection, states.endpoint, options).catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) return;
  const { account, kind, parents } = collection;
  for (const item of store.peek(collection)?.items ?? []) {
    const state = states.of(answer, item);
    if (state === '' || item[states.member] === state) continue;
    const reference = { account, kind, ids: [...parents, item['id'] as ResourceId] };
    store.replace(reference, { [states.member]: state }, answer);
  }
}

export class StatusLoader {
  readonly #store: ResourceStore;
  readonly #asked = new WeakSet<Resource>();

  constructor(store: ResourceStore) {
    this.#store = store;
  }

  check(collection: CollectionReference): void {
    const { states } = findKind(collection.kind).operations;
    if (!states) return;
    const items = this.#store.peek(collection)?.items ?? [];
    const isNews = items.some((item) => !(states.member in item) && !this.#asked.has(item));
    for (const item of items) this.#asked.add(item);
    if (isNews) void loadStatuses(this.#store, collection, { priority: 'background' });
  }
}
