import * as z from 'zod/mini';
import type { Presentation, Resource, ResourceId } from '../kinds/kind';
import type { KindId } from '../kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  isWithin,
  itemOf,
  parentOf,
  type ResourceReference,
  toKey,
} from '../reference';
import { presentIn } from '../names/resourceNames';
import type { Pin } from '../pins';
import { findItem } from '../store/listing';
import { toRaw } from '../../base/foreignText';
import { type Folder, readStoredFile, storedId, storedKind } from '../storage/stored';
import { inPieces } from '../../base/pieces';
import { isObject } from '../../base/json';

/** Enough, with its name, to judge whether a resource needs attention. */
type EntryFacts = Readonly<Record<string, string | number | boolean | null>>;

const factFields: Partial<Record<KindId, readonly string[]>> = {
  server: ['online', 'connected', 'securityUpdate', 'phpCLIVersion'],
  webApplication: ['phpVersion'],
  cronJob: ['time', 'username', 'enabled'],
  supervisorJob: ['username'],
  firewallRule: ['port', 'protocol', 'ipAddress', 'firewallAction'],
  atomicProject: ['deploymentStatus'],
};

export function hasFacts(kind: KindId): boolean {
  return factFields[kind] !== undefined;
}

function factsOf(kind: KindId, resource: Resource): EntryFacts | undefined {
  const fields = factFields[kind];
  if (!fields) return undefined;
  const status = deploymentStatusOf(resource);
  const known: Resource = {
    ...resource,
    deploymentStatus: isNeverDeployed(resource) ? null : status,
  };
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = known[name];
      return isPlain(value) ? [[name, value]] : [];
    }),
  );
}

/** True if it's known that a project has no last deployment. */
export function isNeverDeployed({ latestDeployment, deploymentStatus }: Resource): boolean {
  return latestDeployment === null || deploymentStatus === null;
}

export function deploymentStatusOf(project: Resource): string | undefined {
  const { latestDeployment, deploymentStatus } = project;
  const status = isObject(latestDeployment) ? latestDeployment['status'] : deploymentStatus;
  return typeof status === 'string' && status !== '' ? status : undefined;
}

function isPlain(value: unknown): value is EntryFacts[string] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A resource in the index: enough to find and name it, and nothing secret. */
export interface IndexEntry {
  readonly id: ResourceId;
  readonly label: string;
  readonly detail: string;
  /** When last returned, in milliseconds since the epoch; absent if just now, 0 if unknown. */
  readonly seenAt?: number;
  /** Absent if only names are kept of its kind, or if an earlier version stored it. */
  readonly facts?: EntryFacts;
}

export interface IndexedCollection {
  readonly collection: CollectionReference;
  readonly entries: readonly IndexEntry[];
  /** 0 if only a part was read, so that the whole still has to be. */
  readonly readAt: number;
}

export interface Found extends IndexEntry {
  readonly reference: ResourceReference;
  readonly path: readonly string[];
  /** When it was last seen, if only in an earlier session: it may be gone. 0 if unknown. */
  readonly lastSeen: number | undefined;
}

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
  readonly texts: readonly string[];
}

/** Finds resources in all accounts by name, address and id without a request. */
export class ResourceIndex {
  readonly #collections = new Map<string, Indexed>();
  /** Deletions, numbered in order: a list requested earlier must not restore the resources. */
  readonly #removed = new Map<string, number>();
  #removals = 0;
  /** Collections read below unknown resources, dropped once a complete list lacks these. */
  readonly #orphans = new Map<string, CollectionReference>();
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#startedAt = now();
  }

  /** Number of deletions so far; lists requested from now on account for all of them. */
  get removals(): number {
    return this.#removals;
  }

  get size(): number {
    let size = 0;
    for (const { entries } of this.#collections.values()) size += entries.length;
    return size;
  }

  /** When a collection was last read completely; undefined if never. */
  readAt(collection: CollectionReference): number | undefined {
    return this.#collections.get(toKey(collection))?.readAt || undefined;
  }

  entries(collection: CollectionReference): readonly IndexEntry[] {
    return this.#collections.get(toKey(collection))?.entries ?? [];
  }

  of(account: string): readonly IndexedCollection[] {
    return [...this.#collections.values()].filter(
      ({ collection }) => collection.account === account,
    );
  }

  /**
   * Adds a collection; one that was only partly read is merged into what is known.
   * @param since deletion count when the collection was requested; defaults to the current one, for
   * lists from the store, which leaves deleted resources out.
   * @param total size of the collection: if more entries are known, some are gone and it must be
   * read completely.
   */
  put(
    { collection, entries: read, readAt }: IndexedCollection,
    total = Number.POSITIVE_INFINITY,
    since = this.#removals,
  ): void {
    const above = parentOf(collection);
    if (above && this.#isGone(above, since)) return;
    const before = new Map(this.entries(collection).map((entry) => [entry.id, entry.seenAt ?? 0]));
    const now = this.#now();
    const isLeft = (entry: IndexEntry): boolean => !this.#isGone(itemOf(collection, entry), since);
    const left = since === this.#removals ? read : read.filter(isLeft);
    const entries = left.map((entry) => ({
      ...entry,
      seenAt: Math.max(entry.seenAt ?? now, before.get(entry.id) ?? 0),
    }));
    const known = readAt === 0 ? this.#collections.get(toKey(collection)) : undefined;
    const ids = new Set(entries.map(({ id }) => id));
    const all = [...entries, ...(known?.entries ?? []).filter(({ id }) => !ids.has(id))];
    if (readAt > 0) this.#forgetMissing(collection, ids);
    if (above && !this.#entryOf(above)) this.#orphans.set(toKey(collection), collection);
    const isWhole = all.length <= total;
    this.#set({ collection, entries: all, readAt: isWhole ? (known?.readAt ?? readAt) : 0 });
  }

  addUnlisted(known: readonly Pin[]): void {
    for (const { reference, resource } of known) {
      const { kind } = reference;
      if (!indexedKinds.includes(kind) || this.#entryOf(reference)) continue;
      const entry = toEntry(kind, resource, presentIn(reference, resource));
      const collection = collectionOf(reference);
      this.put({ collection, entries: [{ ...entry, seenAt: 0 }], readAt: 0 });
    }
  }

  remove(reference: ResourceReference): void {
    this.#removals += 1;
    this.#removed.set(toKey(reference), this.#removals);
    const collection = collectionOf(reference);
    const gone = new Set(reference.ids.slice(-1));
    this.#dropBelow(collection, gone);
    const known = this.#collections.get(toKey(collection));
    if (!known) return;
    this.#set({ ...known, entries: known.entries.filter(({ id }) => !gone.has(id)) });
  }

  #isGone(reference: ResourceReference, since: number): boolean {
    for (let each: ResourceReference | undefined = reference; each; each = parentOf(each)) {
      if ((this.#removed.get(toKey(each)) ?? 0) > since) return true;
    }
    return false;
  }

  #dropBelow(collection: CollectionReference, gone: ReadonlySet<ResourceId>): void {
    if (gone.size === 0) return;
    for (const [key, { collection: each }] of this.#collections) {
      const id = ancestorIn(collection, each);
      if (id !== undefined && gone.has(id)) this.#collections.delete(key);
    }
  }

  forget(account: string): void {
    for (const [key, { collection }] of this.#collections) {
      if (collection.account === account) this.#collections.delete(key);
    }
    for (const [key, orphan] of this.#orphans) {
      if (orphan.account === account) this.#orphans.delete(key);
    }
  }

  /** Resources that match all words, exact ids and the best name matches first. */
  search(query: string, limit: number): readonly Found[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const byRank: (() => Found)[][] = [];
    for (const { collection, entries, texts } of this.#collections.values()) {
      const kindRank = indexedKinds.indexOf(collection.kind);
      for (const [index, entry] of entries.entries()) {
        const rank = rankOf(texts[index] ?? '', words);
        if (rank === undefined) continue;
        const found = (byRank[rank * indexedKinds.length + kindRank] ??= []);
        if (found.length < limit) found.push(() => this.#toFound(collection, entry));
      }
    }
    return byRank
      .flat()
      .slice(0, limit)
      .map((toFound) => toFound());
  }

  find(reference: ResourceReference): Found | undefined {
    const entry = this.#entryOf(reference);
    return entry && this.#toFound(collectionOf(reference), entry);
  }

  #set({ collection, entries, readAt }: IndexedCollection): void {
    this.#collections.set(toKey(collection), {
      collection,
      entries,
      readAt,
      texts: entries.map(({ id, label, detail }) =>
        `${label.replaceAll('\n', ' ')}\n${detail}\n${id}`.toLowerCase(),
      ),
    });
  }

  #forgetMissing(collection: CollectionReference, ids: ReadonlySet<ResourceId>): void {
    const known = this.entries(collection).map(({ id }) => id);
    const gone = new Set(known.filter((id) => !ids.has(id)));
    for (const [key, orphan] of this.#orphans) {
      const id = ancestorIn(collection, orphan);
      if (id === undefined) continue;
      const isKnown = ids.has(id);
      if (!isKnown) gone.add(id);
      if (!isKnown || parentOf(orphan)?.kind === collection.kind) this.#orphans.delete(key);
    }
    this.#dropBelow(collection, gone);
  }

  #toFound(collection: CollectionReference, entry: IndexEntry): Found {
    const reference = itemOf(collection, entry);
    const path: string[] = [];
    for (let above = parentOf(reference); above; above = parentOf(above)) {
      path.unshift(this.#entryOf(above)?.label ?? String(above.ids.at(-1)));
    }
    const { seenAt = 0 } = entry;
    return { ...entry, reference, path, lastSeen: seenAt < this.#startedAt ? seenAt : undefined };
  }

  #entryOf({ account, kind, ids }: ResourceReference): IndexEntry | undefined {
    return findItem(this.entries({ account, kind, parents: ids.slice(0, -1) }), ids.at(-1));
  }
}

/** The id of the resource in a collection that another one is below, if it is. */
function ancestorIn(
  collection: CollectionReference,
  below: CollectionReference,
): ResourceId | undefined {
  const id = below.parents[collection.parents.length];
  const above = parentOf(below);
  return id !== undefined && above && isWithin(above, itemOf(collection, { id })) ? id : undefined;
}

export function toEntry(kind: KindId, resource: Resource, presentation: Presentation): IndexEntry {
  const { label, problem, description } = presentation;
  const facts = factsOf(kind, resource);
  return {
    id: resource['id'] as ResourceId,
    label: toRaw(label),
    detail: [problem, description].flatMap((each) => (each ? toRaw(each) : [])).join(' · '),
    ...(facts ? { facts } : {}),
  };
}

/**
 * 0 if the first word is the id or the name starts with it, 1 if the name contains any of the words,
 * 2 for other matches; undefined if not all words are found.
 */
function rankOf(text: string, words: readonly string[]): 0 | 1 | 2 | undefined {
  if (!words.every((word) => text.includes(word))) return undefined;
  const [first = ''] = words;
  if (text.startsWith(first) || text.endsWith(`\n${first}`)) return 0;
  const name = text.slice(0, text.indexOf('\n'));
  return words.some((word) => name.includes(word)) ? 1 : 2;
}

const storedIndex = z.object({
  version: z.literal(1),
  collections: z.array(
    z.object({
      kind: storedKind,
      parents: z.array(storedId),
      readAt: z.number(),
      /** Id, label, detail, and when it was last seen. */
      entries: z.array(z.tuple([storedId, z.string(), z.string()], z.number())),
      /** Further facts, one per entry; earlier versions stored none. */
      facts: z.optional(
        z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      ),
    }),
  ),
});
type StoredCollection = z.infer<typeof storedIndex>['collections'][number];

export class IndexStorage {
  readonly #index: ResourceIndex;
  readonly #folder: Folder;
  #last: Promise<void> = Promise.resolve();
  readonly #note: (what: string) => void;

  /** @param note called with the name of a file that couldn't be read. */
  constructor(
    index: ResourceIndex,
    folder: Folder,
    note: (what: string) => void = () => undefined,
  ) {
    this.#note = note;
    this.#index = index;
    this.#folder = folder;
  }

  async restore(account: string): Promise<void> {
    const content = await readStoredFile(storedIndex, this.#folder, indexFile(account), this.#note);
    for (const { kind, parents, readAt, entries, facts } of content?.collections ?? []) {
      const collection = { account, kind, parents };
      // Data stored by an earlier version only has names.
      const isWhole = !hasFacts(kind) || facts !== undefined || entries.length === 0;
      this.#index.put({
        collection,
        readAt: isWhole ? readAt : 0,
        entries: entries.map(([entryId, label, detail, seenAt = readAt], index) => ({
          id: entryId,
          label,
          detail,
          seenAt,
          ...(facts?.[index] ? { facts: facts[index] } : {}),
        })),
      });
    }
  }

  /** Stores what is known of an account, a piece at a time so that nothing else waits for long. */
  keep(account: string): Promise<void> {
    return this.#afterLast(() => this.#write(account));
  }

  forget(account: string): Promise<void> {
    return this.#afterLast(() => this.#folder.remove(indexFile(account)));
  }

  /** Changes files one at a time, so that the last change counts. */
  #afterLast(change: () => Promise<void>): Promise<void> {
    const changed = this.#last.then(change);
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #write(account: string): Promise<void> {
    const known = this.#index.of(account);
    const collections = await inPieces(toTexts(known));
    await this.#folder.write(
      indexFile(account),
      `{"version":1,"collections":[${collections.join(',')}]}`,
    );
  }
}

function toStored({ collection, readAt, entries }: IndexedCollection): StoredCollection {
  return {
    kind: collection.kind,
    parents: [...collection.parents],
    readAt,
    entries: entries.map(({ id, label, detail, seenAt = 0 }) => [id, label, detail, seenAt]),
    // Known of all entries or of none.
    ...(entries.length > 0 && entries.every(({ facts }) => facts)
      ? { facts: entries.map(({ facts }) => ({ ...facts })) }
      : {}),
  };
}

function* toTexts(known: readonly IndexedCollection[]): Generator<unknown, readonly string[]> {
  const texts: string[] = [];
  for (const each of known) yield texts.push(JSON.stringify(toStored(each)));
  return texts;
}

function indexFile(account: string): string {
  return `index-${account}.json`;
}
