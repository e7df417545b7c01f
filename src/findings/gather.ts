import { Knowledge, type KnownList } from './knowledge';
import type { CertificateStorage } from './certificateStorage';
import { hasFacts } from '../resources/index/entryFacts';
import type { IndexedCollection, ResourceIndex } from '../resources/index/resourceIndex';
import type { Resource } from '../resources/kinds/kind';
import { named } from '../resources/names/present';
import { collectionOf, parentOf, type ResourceReference, toKey } from '../resources/reference';
import type { ServerFacts } from '../resources/serverFacts';
import { findItem, isWhole } from '../resources/store/listing';
import type { ResourceStore } from '../resources/store/resourceStore';

export function* gather(
  accounts: readonly string[],
  store: Pick<ResourceStore, 'failure' | 'known'>,
  index: Pick<ResourceIndex, 'of'>,
  facts: Pick<ServerFacts, 'health'>,
  certificates: Pick<CertificateStorage, 'of'>,
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
      const list = { collection: reference, items, isWhole: isWhole(value), isOutdated };
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
