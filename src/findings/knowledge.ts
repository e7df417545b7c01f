import type { Resource } from '../resources/kinds/kind';
import type { KindId } from '../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  toKey,
} from '../resources/reference';
import { findItem } from '../resources/store/listing';

export interface Known {
  readonly reference: ResourceReference;
  readonly resource: Resource;
}

export interface KnownList {
  readonly collection: CollectionReference;
  readonly items: readonly Resource[];
  readonly isWhole: boolean;
  /** True if it couldn't be read again. */
  readonly isOutdated?: boolean;
}

/** Everything that rules can know without a request. */
export class Knowledge {
  readonly #lists = new Map<string, KnownList>();
  readonly #listsOf = new Map<KindId, KnownList[]>();
  readonly #singles = new Map<string, Known>();
  readonly #singlesOf = new Map<KindId, Known[]>();
  readonly #health = new Map<string, Known>();
  /** Caches the resources of each kind, because several rules need them. */
  readonly #all = new Map<KindId, readonly Known[]>();

  addList(list: KnownList): void {
    const key = toKey(list.collection);
    if (this.#lists.has(key)) return;
    this.#lists.set(key, list);
    this.#all.clear();
    addTo(this.#listsOf, list.collection.kind, list);
  }

  addSingle(known: Known): void {
    const key = toKey(known.reference);
    if (this.#singles.has(key)) return;
    this.#singles.set(key, known);
    this.#all.clear();
    addTo(this.#singlesOf, known.reference.kind, known);
  }

  addHealth(known: Known): void {
    this.#health.set(toKey(known.reference), known);
  }

  list(collection: CollectionReference): KnownList | undefined {
    return this.#lists.get(toKey(collection));
  }

  lists(kind: KindId): readonly KnownList[] {
    return this.#listsOf.get(kind) ?? [];
  }

  of(kind: KindId): readonly Known[] {
    const known = this.#all.get(kind) ?? this.#collect(kind);
    this.#all.set(kind, known);
    return known;
  }

  /** A resource that isn't in any list, such as a certificate. */
  single(reference: ResourceReference): Resource | undefined {
    return this.#singles.get(toKey(reference))?.resource;
  }

  get health(): ReadonlyMap<string, Known> {
    return this.#health;
  }

  #collect(kind: KindId): readonly Known[] {
    const all: Known[] = [];
    for (const { collection, items } of this.lists(kind)) {
      for (const resource of items) {
        all.push({ reference: toReference(collection, resource), resource });
      }
    }
    for (const single of this.#singlesOf.get(kind) ?? []) {
      if (!this.#isListed(single)) all.push(single);
    }
    return all;
  }

  #isListed({ reference }: Known): boolean {
    const list = this.list(collectionOf(reference));
    return list !== undefined && findItem(list.items, reference.ids.at(-1)) !== undefined;
  }
}

export function toReference(
  { account, kind, parents }: CollectionReference,
  { id }: Resource,
): ResourceReference {
  return { account, kind, ids: [...parents, id as string | number] };
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
