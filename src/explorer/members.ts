import type { TreeSources } from './treeSources';
import type { ResourceId } from '../resources/kinds/kind';
import {
  type CollectionReference,
  collectionOf,
  isWithin,
  type ResourceReference,
  toKey,
} from '../resources/reference';

/** The resources of collections that are known without a request: loaded, pinned or revealed. */
export class Members {
  readonly #sources: Pick<TreeSources, 'pins' | 'store'>;
  /** Resources that no loaded page contains, shown because they were requested individually. */
  readonly #revealed = new Map<string, ResourceReference>();

  constructor(sources: Pick<TreeSources, 'pins' | 'store'>) {
    this.#sources = sources;
  }

  /** Shows a resource even if no loaded page contains it. */
  include(reference: ResourceReference): void {
    this.#revealed.set(toKey(reference), reference);
  }

  /** Shows a resource and everything below it only if a loaded page contains it. */
  exclude(reference: ResourceReference): void {
    for (const [key, each] of this.#revealed)
      if (isWithin(each, reference)) this.#revealed.delete(key);
  }

  /** The known resources of a collection, pinned ones first. */
  of(collection: CollectionReference): readonly ResourceReference[] {
    const { account, kind, parents } = collection;
    const listing = this.#sources.store.peek(collection);
    const first = this.extra(collection);
    const firstIds = new Set(first.map(({ ids }) => ids.at(-1)));
    const listed = (listing?.items ?? []).map((item) => item['id'] as ResourceId);
    return [
      ...first,
      ...listed
        .filter((id) => !firstIds.has(id))
        .map((id) => ({ account, kind, ids: [...parents, id] })),
    ];
  }

  /** Resources that are shown regardless of loaded pages: pinned or requested individually. */
  extra(collection: CollectionReference): readonly ResourceReference[] {
    const { pins, store } = this.#sources;
    const key = toKey(collection);
    const pinned = pins.of(collection).map(({ reference }) => reference);
    const keys = new Set(pinned.map(toKey));
    const listed = new Set(store.peek(collection)?.items.map((item) => item['id']));
    const revealed = [...this.#revealed.values()].filter(
      (reference) =>
        toKey(collectionOf(reference)) === key &&
        !keys.has(toKey(reference)) &&
        !listed.has(reference.ids.at(-1)),
    );
    return [...pinned, ...revealed];
  }
}
