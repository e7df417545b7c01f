import { filedFields, hasFiles, toFileValues } from './fileContent';
import type { Lock, LockedPlace } from './lock';
import type { Account } from '../../accounts/account';
import { ApiError } from '../../api/errors';
import { collectAll, type Collected } from '../../api/paging';
import type { CallOptions } from '../../api/client';
import type { ResourceClient } from '../../resources/resourceClient';
import { toRaw } from '../../base/foreignText';
import { inEnglish } from '../../base/l10n';
import { type JsonObject, memberAt } from '../../base/json';
import { toContent } from '../../documents/content';
import { findLive, type Reader } from '../../documents/writing/findLive';
import {
  isReadable,
  childKinds,
  findKind,
  kinds,
  type ResourceKind,
} from '../../resources/kinds/kinds';
import type { Resource, ResourceId } from '../../resources/kinds/kind';
import { type CollectionReference, type ResourceReference, toKey } from '../../resources/reference';

export interface TreeReading {
  readonly account: Pick<Account, 'id' | 'authentication'>;
  /** All resources of a collection, and how many more the service counts. @throws ApiError. */
  list(collection: CollectionReference): Promise<Pick<Collected<Resource>, 'items' | 'missing'>>;
  /** A resource with everything that its document shows. @throws ApiError. */
  read(reference: ResourceReference): Promise<Resource>;
  onProgress?(progress: TreeProgress): void;
}

export function toReading(
  client: Pick<ResourceClient, 'pages' | 'readWhole'>,
  account: TreeReading['account'],
  options: CallOptions,
): TreeReading {
  return {
    account,
    list: async (collection) => collectAll(await client.pages(collection, options)),
    read: (reference) => client.readWhole(reference, options),
  };
}

export interface TreeProgress {
  /** How many of the outermost resources were read with everything in them. */
  readonly done: number;
  readonly of: number;
  readonly reads: number;
}

export interface Visitor {
  skips(reference: ResourceReference): boolean;
  /** Called before a resource's contents are read; siblings are always in the same order. */
  found(resource: Pick<LiveResource, 'reference' | 'name'>): void;
  completed(resource: LiveResource): Promise<void>;
}

export interface LiveResource {
  readonly reference: ResourceReference;
  readonly name: string;
  readonly content: JsonObject;
  /** The part that its file contains; undefined if resources of its kind have no files. */
  readonly values: JsonObject | undefined;
}

export interface LiveTree extends Unread {
  /** Where it was read: whether anything else still exists is unknown. */
  readonly scopes: Lock['scopes'];
  readonly resources: ReadonlyMap<string, LiveResource>;
}

export interface Unread {
  /** Places that couldn't be read completely: whether their resources still exist is unknown. */
  readonly failures: readonly Failure[];
  /** Places that the service doesn't offer these credentials, or no longer does. */
  readonly notOffered: readonly ReadPlace[];
}

export type ReadPlace = CollectionReference | ResourceReference;

interface Failure {
  readonly place: ReadPlace;
  readonly error: unknown;
}

/** Name in files, which is the same in every language. */
export function nameInFiles(kind: ResourceKind, item: Resource): string {
  return inEnglish(() => toRaw(kind.present(item).label));
}

export const nothingRead: LiveTree = {
  scopes: [],
  resources: new Map(),
  failures: [],
  notOffered: [],
};

/** Reads everything that has files. @throws ApiError if all further reads would fail the same way. */
export async function readTree(reading: TreeReading, scopes: Lock['scopes']): Promise<LiveTree> {
  const resources = new Map<string, LiveResource>();
  const unread = await walkTree(reading, scopes, {
    skips: () => false,
    found: () => undefined,
    completed: (resource) => {
      resources.set(toKey(resource.reference), resource);
      return Promise.resolve();
    },
  });
  return { scopes, resources, ...unread };
}

/** Reads a little at a time. @throws ApiError if all reads would fail, or what the visitor throws. */
export async function walkTree(
  reading: TreeReading,
  scopes: Lock['scopes'],
  visitor: Visitor,
): Promise<Unread> {
  const walk = new Walk(reading, visitor);
  const top = kinds.filter(({ parent }) => parent === undefined);
  await (scopes === 'account' ? walk.readCollections(top, []) : walk.readPlaces(scopes));
  const { failures, notOffered } = walk;
  return { failures, notOffered };
}

/** The most reads under way: as many as a client sends at a time, and as many that wait for it. */
const mostReads = 8;

/** The most resources of a list whose contents are read at the same time. */
const mostAtOnce = 4;

class Walk {
  readonly failures: Failure[] = [];
  readonly notOffered: ReadPlace[] = [];
  readonly #reading: TreeReading;
  readonly #visitor: Visitor;
  readonly #waiting: (() => void)[] = [];
  readonly #progress = { done: 0, of: 0, reads: 0 };
  #running = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(reading: TreeReading, visitor: Visitor) {
    this.#reading = reading;
    this.#visitor = visitor;
  }

  async readPlaces(places: readonly LockedPlace[]): Promise<void> {
    const { id } = this.#reading.account;
    this.#advance({ of: places.length });
    await this.#forEach([...places], async ({ kind, ids }) => {
      const reference = { account: id, kind, ids };
      await this.#try(reference, async () => {
        const resource = await findLive(this.#reader, reference);
        if (resource) await this.#add(reference, resource, true);
      });
      this.#advance({ done: 1 });
    });
  }

  get #reader(): Reader {
    return {
      read: (reference) => this.#read(reference),
      list: async (collection) => {
        const { items, missing } = await this.#list(collection);
        return missing > 0 ? undefined : items;
      },
    };
  }

  #read(reference: ResourceReference): Promise<Resource> {
    return this.#inTurn(() => this.#reading.read(reference));
  }

  #list(collection: CollectionReference): ReturnType<TreeReading['list']> {
    return this.#inTurn(() => this.#reading.list(collection));
  }

  async readCollections(
    of: readonly ResourceKind[],
    parents: readonly ResourceId[],
  ): Promise<void> {
    const { account } = this.#reading;
    await this.#forEach(
      of.filter(leadsToFiles),
      async (kind) => {
        const collection = { account: account.id, kind: kind.id, parents };
        if (!isReadable(kind, account)) this.notOffered.push(collection);
        else if (kind.variable) await this.#readCollection(collection);
        else await this.#readOnlyChild({ account: account.id, kind: kind.id, ids: parents });
      },
      of.length,
    );
  }

  async #readCollection(collection: CollectionReference): Promise<void> {
    const { account, kind, parents } = collection;
    if (!findKind(kind).operations.list) return;
    const isOutermost = parents.length === 0;
    await this.#try(collection, async () => {
      const { items, missing } = await this.#list(collection);
      if (missing > 0) this.failures.push({ place: collection, error: undefined });
      // Nothing else refers to the items, so each can be freed once its contents were read.
      const listed = items
        .flatMap((item) => {
          const { id } = item as { readonly id?: unknown };
          if (typeof id !== 'number' && typeof id !== 'string') return [];
          return [{ id, item, reference: { account, kind, ids: [...parents, id] } }];
        })
        .toSorted((one, other) => compareIds(one.id, other.id));
      if (isOutermost) this.#advance({ of: listed.length });
      await this.#forEach(listed, async ({ reference, item }) => {
        await this.#add(reference, item, false);
        if (isOutermost) this.#advance({ done: 1 });
      });
    });
  }

  async #readOnlyChild(reference: ResourceReference): Promise<void> {
    await this.#try(reference, async () => {
      const resource = await this.#read(reference);
      // A service may say explicitly that there is none.
      const isThere = !findKind(reference.kind).operations.mayBeMissing || 'id' in resource;
      if (isThere) await this.#add(reference, resource, true);
    });
  }

  async #add(reference: ResourceReference, item: Resource, isWhole: boolean): Promise<void> {
    if (this.#visitor.skips(reference)) return;
    const kind = findKind(reference.kind);
    const name = kind.variable ? nameInFiles(kind, item) : '';
    this.#visitor.found({ reference, name });
    let content: JsonObject | undefined;
    await this.#try(reference, async () => {
      const known = toContent(kind, item);
      content =
        isWhole || !hasFiles(kind) || hasAll(kind, known)
          ? known
          : toContent(kind, await this.#read(reference));
    });
    await this.readCollections(childKinds(kind.id), reference.ids);
    if (!content) return;
    const values = hasFiles(kind) ? toFileValues(kind, content) : undefined;
    await this.#visitor.completed({ reference, name, content, values });
  }

  async #try(place: ReadPlace, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError) || endsReading(error)) throw error;
      if (error.reason === 'unsupported') this.notOffered.push(place);
      else if (error.reason !== 'notFound') this.failures.push({ place, error });
    }
  }

  /** Works through the items, a few at a time, and removes each from the list; the first failure stops it. */
  async #forEach<Item>(
    items: Item[],
    work: (item: Item) => Promise<void>,
    most = mostAtOnce,
  ): Promise<void> {
    items.reverse();
    const goOn = async (): Promise<void> => {
      while (items.length > 0 && !this.#failure) {
        try {
          await work(items.pop() as Item);
        } catch (error) {
          this.#failure ??= { error };
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, goOn));
    if (this.#failure) throw this.#failure.error;
  }

  /** Reads once fewer reads are under way: each that waits for its turn costs memory and time. */
  async #inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#running >= mostReads) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    } else this.#running += 1;
    try {
      if (this.#failure) throw this.#failure.error;
      this.#progress.reads += 1;
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #advance({ done = 0, of = 0 }: Partial<TreeProgress>): void {
    this.#progress.done += done;
    this.#progress.of += of;
    this.#reading.onProgress?.({ ...this.#progress });
  }
}

function compareIds(one: ResourceId, other: ResourceId): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one) < String(other) ? -1 : 1;
}

function hasAll(kind: ResourceKind, content: JsonObject): boolean {
  if (!kind.operations.read) return true;
  const { unread = [] } = kind.document?.editing ?? {};
  return filedFields(kind).every(
    (name) => unread.includes(name) || memberAt(content, name.split('.')) !== undefined,
  );
}

function leadsToFiles(kind: ResourceKind): boolean {
  return hasFiles(kind) || childKinds(kind.id).some(leadsToFiles);
}

function endsReading({ reason }: ApiError): boolean {
  return ['unauthorized', 'rateLimited', 'cancelled', 'network'].includes(reason);
}
