import type { Resource } from '../resources/kinds/kind';
import type { KindId } from '../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  itemOf,
  type ResourceReference,
  toKey,
  parentOf,
} from '../resources/reference';
import { findItem, isWhole } from '../resources/store/listing';
import {
  hasFacts,
  type IndexedCollection,
  type ResourceIndex,
} from '../resources/index/resourceIndex';
import { named } from '../resources/names/resourceNames';
import type { ServerFacts } from '../resources/serverFacts';
import type { ResourceStore } from '../resources/store/resourceStore';

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
  /** True if it was read in an earlier session, or the person refreshed it since. */
  readonly isOld?: boolean;
}

/** Everything that rules can know without a request. */
export class Knowledge {
  readonly #lists = new Map<string, KnownList>();
  readonly #singles = new Map<string, Known>();
  readonly health = new Map<string, Known>();
  /** Caches the resources of each kind, because several rules need them. */
  readonly #all = new Map<KindId, readonly Known[]>();

  addList(list: KnownList): void {
    const key = toKey(list.collection);
    if (this.#lists.has(key)) return;
    this.#lists.set(key, list);
    this.#all.clear();
  }

  addSingle(known: Known): void {
    const key = toKey(known.reference);
    if (this.#singles.has(key)) return;
    this.#singles.set(key, known);
    this.#all.clear();
  }

  addHealth(known: Known): void {
    this.health.set(toKey(known.reference), known);
  }

  list(collection: CollectionReference): KnownList | undefined {
    return this.#lists.get(toKey(collection));
  }

  lists(kind: KindId): readonly KnownList[] {
    return [...this.#lists.values()].filter(({ collection }) => collection.kind === kind);
  }

  of(kind: KindId): readonly Known[] {
    const known = this.#all.get(kind) ?? this.#collect(kind);
    this.#all.set(kind, known);
    return known;
  }

  get servers(): readonly Known[] {
    return this.of('server');
  }

  /** A resource that isn't in any list, such as a certificate. */
  single(reference: ResourceReference): Resource | undefined {
    return this.#singles.get(toKey(reference))?.resource;
  }

  #collect(kind: KindId): readonly Known[] {
    const listed = this.lists(kind).flatMap(({ collection, items }) =>
      items.map((resource) => ({ reference: itemOf(collection, resource), resource })),
    );
    const singles = [...this.#singles.values()].filter(({ reference }) => reference.kind === kind);
    return [...listed, ...singles.filter((single) => !this.#isListed(single))];
  }

  #isListed({ reference }: Known): boolean {
    const list = this.list(collectionOf(reference));
    return list !== undefined && findItem(list.items, reference.ids.at(-1)) !== undefined;
  }
}

export function* gather(
  accounts: readonly string[],
  store: Pick<ResourceStore, 'failure' | 'known'>,
  index: Pick<ResourceIndex, 'of'>,
  facts: Pick<ServerFacts, 'health'>,
  certificates: { of(account: string): readonly Known[] },
): Generator<unknown, Knowledge> {
  const knowledge = new Knowledge();
  for (const account of accounts) {
    const indexed = new Map<string, IndexedCollection>();
    for (const each of index.of(account)) yield indexed.set(toKey(each.collection), each);
    const { listings, singles } = store.known(account);
    for (const { reference, value } of listings) {
      yield;
      const isOutdated = store.failure(reference) !== undefined;
      const { items } = value;
      const isOld = value.freshness !== 'fresh';
      const list = { collection: reference, items, isWhole: isWhole(value), isOutdated, isOld };
      const rest = indexed.get(toKey(reference));
      knowledge.addList(list.isWhole || !rest ? list : mergeLists(list, toKnownList(rest)));
    }
    for (const each of indexed.values()) yield knowledge.addList(toKnownList(each));
    for (const { reference, value } of singles) {
      yield knowledge.addSingle({ reference, resource: value });
    }
    for (const certificate of certificates.of(account)) {
      yield;
      if (!isGone(knowledge, certificate.reference)) knowledge.addSingle(certificate);
    }
  }
  for (const { server, health } of facts.health) {
    yield;
    if (!isGone(knowledge, server)) knowledge.addHealth({ reference: server, resource: health });
  }
  return knowledge;
}

/** True if a complete list shows that a resource or one of its ancestors no longer exists. */
function isGone(knowledge: Knowledge, reference: ResourceReference): boolean {
  for (
    let current: ResourceReference | undefined = reference;
    current;
    current = parentOf(current)
  ) {
    const list = knowledge.list(collectionOf(current));
    if (list?.isWhole && !findItem(list.items, current.ids.at(-1))) return true;
  }
  return false;
}

/** A list from the index; only fields that the index keeps besides names can be judged. */
function toKnownList(indexed: IndexedCollection): KnownList {
  const known = knownLists.get(indexed.entries) ?? convert(indexed);
  knownLists.set(indexed.entries, known);
  return known;
}

/** Converted once, because only a few lists change between two times of gathering. */
const knownLists = new WeakMap<IndexedCollection['entries'], KnownList>();

function convert({ collection, entries, readAt }: IndexedCollection): KnownList {
  const isComplete = ({ facts }: (typeof entries)[number]): boolean =>
    facts !== undefined || !hasFacts(collection.kind);
  const usable = entries.filter(isComplete);
  return {
    collection,
    items: usable.map(({ id, label, facts }) => named(collection.kind, { ...facts, id }, label)),
    isWhole: readAt > 0 && usable.length === entries.length,
  };
}

function mergeLists(read: KnownList, rest: KnownList): KnownList {
  const ids = new Set(read.items.map(({ id }: Resource) => id));
  const items = [...read.items, ...rest.items.filter(({ id }) => !ids.has(id))];
  return { collection: read.collection, items, isWhole: rest.isWhole };
}
