import type { KindId, Presentation, Resource, ResourceId } from '../kinds/kind';
import { type CollectionReference, parentOf, type ResourceReference, toKey } from '../reference';

/** One resource as the index knows it: enough to find and to name it, and nothing secret. */
export interface IndexEntry {
  readonly id: ResourceId;
  readonly label: string;
  /** The second fact, such as an address. */
  readonly detail: string;
}

/** The resources of one collection, and when they were read, in milliseconds since the epoch. */
export interface IndexedCollection {
  readonly collection: CollectionReference;
  readonly entries: readonly IndexEntry[];
  /** 0 where only a part was read, which is to be read as a whole some day. */
  readonly readAt: number;
}

/** A resource that a search found. */
export interface Found extends IndexEntry {
  readonly reference: ResourceReference;
  /** The names of what it hangs under, from the outermost. */
  readonly path: readonly string[];
}

/** The kinds that people look for by name, address or id. */
export const indexedKinds: readonly KindId[] = [
  'server',
  'webApplication',
  'domain',
  'cronJob',
  'supervisorJob',
  'firewallRule',
  'integration',
  'canvas',
  'atomicProject',
];

interface Indexed extends IndexedCollection {
  /** What a search looks through, one text per entry. */
  readonly texts: readonly string[];
}

/** Finds resources of all accounts by name, address and id without asking any service. */
export class ResourceIndex {
  readonly #collections = new Map<string, Indexed>();

  /** How many resources can be found. */
  get size(): number {
    let size = 0;
    for (const { entries } of this.#collections.values()) size += entries.length;
    return size;
  }

  /** When a collection was read as a whole; nothing where it was not. */
  readAt(collection: CollectionReference): number | undefined {
    return this.#collections.get(toKey(collection))?.readAt || undefined;
  }

  /** What is known of a collection. */
  entries(collection: CollectionReference): readonly IndexEntry[] {
    return this.#collections.get(toKey(collection))?.entries ?? [];
  }

  /** The collections of an account. */
  of(account: string): readonly IndexedCollection[] {
    return [...this.#collections.values()].filter(
      ({ collection }) => collection.account === account,
    );
  }

  /** Takes in a collection; one that was read in part only adds to what is known. */
  put({ collection, entries, readAt }: IndexedCollection): void {
    const known = readAt === 0 ? this.#collections.get(toKey(collection)) : undefined;
    const ids = new Set(entries.map(({ id }) => id));
    const all = [...entries, ...(known?.entries ?? []).filter(({ id }) => !ids.has(id))];
    this.#collections.set(toKey(collection), {
      collection,
      entries: all,
      readAt: known?.readAt ?? readAt,
      texts: all.map(({ id, label, detail }) => `${label}\n${detail}\n${id}`.toLowerCase()),
    });
  }

  /** Forgets an account. */
  forget(account: string): void {
    for (const [key, { collection }] of this.#collections) {
      if (collection.account === account) this.#collections.delete(key);
    }
  }

  /** The resources in which every word is found, those first that are called so. */
  search(query: string, limit: number): readonly Found[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const ranked: { readonly rank: number; readonly at: Indexed; readonly index: number }[] = [];
    for (const at of this.#collections.values()) {
      const kindRank = indexedKinds.indexOf(at.collection.kind);
      at.texts.forEach((text, index) => {
        if (!words.every((word) => text.includes(word))) return;
        ranked.push({ rank: rankOf(text, words) * indexedKinds.length + kindRank, at, index });
      });
    }
    return ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .flatMap(({ at, index }) => {
        const entry = at.entries[index];
        return entry ? [this.#toFound(at.collection, entry)] : [];
      });
  }

  #toFound({ account, kind, parents }: CollectionReference, entry: IndexEntry): Found {
    const reference = { account, kind, ids: [...parents, entry.id] };
    const path: string[] = [];
    for (let above = parentOf(reference); above; above = parentOf(above)) {
      path.unshift(this.#labelOf(above) ?? String(above.ids.at(-1)));
    }
    return { ...entry, reference, path };
  }

  #labelOf({ account, kind, ids }: ResourceReference): string | undefined {
    const indexed = this.#collections.get(toKey({ account, kind, parents: ids.slice(0, -1) }));
    return indexed?.entries.find(({ id }) => id === ids.at(-1))?.label;
  }
}

/** An entry for a resource, as its kind puts it into words. */
export function toEntry(resource: Resource, presentation: Presentation): IndexEntry {
  return {
    id: resource['id'] as ResourceId,
    label: presentation.label,
    detail: presentation.description ?? '',
  };
}

/** 0 where the name is or begins with what was typed, 1 where it holds it, 2 elsewhere. */
function rankOf(text: string, words: readonly string[]): number {
  const [first = ''] = words;
  if (text.startsWith(first)) return 0;
  const name = text.slice(0, text.indexOf('\n'));
  return words.some((word) => name.includes(word)) ? 1 : 2;
}
