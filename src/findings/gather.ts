import { Knowledge, type KnownList } from './knowledge';
import type { CertificateStorage } from './certificateStorage';
import { hasFacts } from '../resources/index/entryFacts';
import type { IndexedCollection, ResourceIndex } from '../resources/index/resourceIndex';
import type { Resource } from '../resources/kinds/kind';
import { named } from '../resources/names/present';
import { collectionOf, parentOf, type ResourceReference, toKey } from '../resources/reference';
import type { ServerFacts } from '../resources/serverFacts';
import { isWhole } from '../resources/store/listing';
import type { ResourceStore } from '../resources/store/resourceStore';

export function gather(
  accounts: readonly string[],
  store: Pick<ResourceStore, 'failure' | 'known'>,
  index: Pick<ResourceIndex, 'of'>,
  facts: Pick<ServerFacts, 'health'>,
  certificates: Pick<CertificateStorage, 'of'>,
): Knowledge {
  const knowledge = new Knowledge();
  for (const account of accounts) {
    const indexed = new Map(
      index.of(account).map((each) => [toKey(each.collection), each] as const),
    );
    const { listings, singles } = store.known(account);
    for (const { reference, value } of listings) {
      const isOutdated = store.failure(reference) !== undefined;
      const { items } = value;
      const list = { collection: reference, items, isWhole: isWhole(value), isOutdated };
      const rest = indexed.get(toKey(reference));
      knowledge.addList(list.isWhole || !rest ? list : mergeLists(list, toKnownList(rest)));
    }
    for (const each of indexed.values()) knowledge.addList(toKnownList(each));
    for (const { reference, value } of singles) {
      knowledge.addSingle({ reference, resource: value });
    }
    for (const certificate of certificates.of(account)) {
      if (!isGone(knowledge, certificate.reference)) knowledge.addSingle(certificate);
    }
  }
  for (const { server, health } of facts.health) {
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
    const id = current.ids.at(-1);
    if (list?.isWhole && !list.items.some((item) => item['id'] === id)) return true;
  }
  return false;
}

/** A list from the index; only fields that the index keeps besides names can be judged. */
function toKnownList({ collection, entries, readAt }: IndexedCollection): KnownList {
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
