import { filedFields, hasFiles, toFileValues } from './fileContent';
import type { Lock, Place } from './lock';
import type { Account } from '../accounts/account';
import { ApiError } from '../api/errors';
import type { Collected } from '../api/paging';
import { formatsOf } from '../base/formats';
import { toRaw } from '../base/foreignText';
import type { JsonObject } from '../base/json';
import { memberAt } from '../base/patch';
import { untranslated } from '../base/translate';
import { toContent } from '../documents/content';
import { findLive } from '../documents/writing/lookup/findLive';
import type { Reader } from '../documents/writing/lookup/verdict';
import { isReadable } from '../resources/availability';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { childKinds, findKind, kinds, type ResourceKind } from '../resources/kinds/kinds';
import { type CollectionReference, type ResourceReference, toKey } from '../resources/reference';

/** How to read the service. */
interface TreeReading {
  readonly account: Pick<Account, 'id' | 'authentication'>;
  /** All resources of a collection, and how many more the service counts. @throws ApiError. */
  list(collection: CollectionReference): Promise<Pick<Collected<Resource>, 'items' | 'missing'>>;
  /** A resource with everything that its document shows. @throws ApiError. */
  read(reference: ResourceReference): Promise<Resource>;
  /** Called after each list. */
  onProgress?(count: number): void;
}

/** A resource as it is now. */
export interface LiveResource {
  readonly reference: ResourceReference;
  readonly name: string;
  /** The content of its document, with secrets masked. */
  readonly content: JsonObject;
  /** The part that its file contains; undefined if resources of its kind have no files. */
  readonly values: JsonObject | undefined;
}

/** What was read. */
export interface LiveTree {
  /** Where it was read: whether anything else still exists is unknown. */
  readonly scopes: Lock['scopes'];
  /** By key, parents before their contents. */
  readonly resources: ReadonlyMap<string, LiveResource>;
  /** Places that couldn't be read completely: whether their resources still exist is unknown. */
  readonly failures: readonly Failure[];
  /** Places that the service doesn't offer these credentials, or no longer does. */
  readonly notOffered: readonly ReadPlace[];
}

/** Where resources are read: a list, or one resource. */
export type ReadPlace = CollectionReference | ResourceReference;

interface Failure {
  readonly place: ReadPlace;
  /** Undefined if the service returned less than it counted. */
  readonly error: unknown;
}

/** Files are named the same in every language. */
const untouched = { t: untranslated, formats: formatsOf('en') };

/** A tree before anything was read. */
export const nothingRead: LiveTree = {
  scopes: [],
  resources: new Map(),
  failures: [],
  notOffered: [],
};

/** Reads everything that has files. @throws ApiError if all further reads would fail the same way. */
export async function readTree(reading: TreeReading, scopes: Lock['scopes']): Promise<LiveTree> {
  const walk = new Walk(reading);
  await (scopes === 'account' ? walk.readAll() : walk.readPlaces(scopes));
  const { resources, failures, notOffered } = walk;
  return { scopes, resources, failures, notOffered };
}

class Walk {
  readonly resources = new Map<string, LiveResource>();
  readonly failures: Failure[] = [];
  readonly notOffered: ReadPlace[] = [];
  readonly #reading: TreeReading;

  constructor(reading: TreeReading) {
    this.#reading = reading;
  }

  async readAll(): Promise<void> {
    const top = kinds.filter(({ parent }) => parent === undefined);
    await this.#readCollections(top, []);
  }

  async readPlaces(places: readonly Place[]): Promise<void> {
    const { id } = this.#reading.account;
    await Promise.all(
      places.map(async ({ kind, ids }) => {
        const reference = { account: id, kind, ids };
        await this.#try(reference, async () => {
          const resource = await findLive(this.#reader, reference);
          if (resource) await this.#add(reference, resource, true);
        });
      }),
    );
  }

  get #reader(): Reader {
    const reading = this.#reading;
    return {
      read: (reference) => reading.read(reference),
      list: async (collection) => {
        const { items, missing } = await reading.list(collection);
        return missing > 0 ? undefined : items;
      },
    };
  }

  async #readCollections(
    of: readonly ResourceKind[],
    parents: readonly ResourceId[],
  ): Promise<void> {
    const { account } = this.#reading;
    await Promise.all(
      of.filter(leadsToFiles).map(async (kind) => {
        const collection = { account: account.id, kind: kind.id, parents };
        if (!isReadable(kind, account)) this.notOffered.push(collection);
        else if (kind.variable) await this.#readCollection(collection);
        else await this.#readOnlyChild({ account: account.id, kind: kind.id, ids: parents });
      }),
    );
  }

  async #readCollection(collection: CollectionReference): Promise<void> {
    const { account, kind, parents } = collection;
    if (!findKind(kind).operations.list) return;
    await this.#try(collection, async () => {
      const { items, missing } = await this.#reading.list(collection);
      if (missing > 0) this.failures.push({ place: collection, error: undefined });
      this.#reading.onProgress?.(this.resources.size + items.length);
      await Promise.all(
        items.flatMap((item) => {
          const { id } = item as { readonly id?: unknown };
          if (typeof id !== 'number' && typeof id !== 'string') return [];
          return [this.#add({ account, kind, ids: [...parents, id] }, item, false)];
        }),
      );
    });
  }

  async #readOnlyChild(reference: ResourceReference): Promise<void> {
    await this.#try(reference, async () => {
      const resource = await this.#reading.read(reference);
      // A service may say explicitly that there is none.
      const isThere = !findKind(reference.kind).operations.mayBeMissing || 'id' in resource;
      if (isThere) await this.#add(reference, resource, true);
    });
  }

  async #add(reference: ResourceReference, item: Resource, isWhole: boolean): Promise<void> {
    const kind = findKind(reference.kind);
    await this.#try(reference, async () => {
      const known = toContent(kind, item);
      const content =
        isWhole || !hasFiles(kind) || hasAll(kind, known)
          ? known
          : toContent(kind, await this.#reading.read(reference));
      const label = toRaw(kind.present(item, untouched).label);
      this.resources.set(toKey(reference), {
        reference,
        name: kind.variable ? label : '',
        content,
        values: hasFiles(kind) ? toFileValues(kind, content) : undefined,
      });
    });
    await this.#readCollections(childKinds(kind.id), reference.ids);
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
}

/** Whether a list's items have everything that a file needs. */
function hasAll(kind: ResourceKind, content: JsonObject): boolean {
  if (!kind.operations.read) return true;
  const { unread = [] } = kind.document?.editing ?? {};
  return filedFields(kind).every(
    (name) => unread.includes(name) || memberAt(content, name.split('.')) !== undefined,
  );
}

/** Whether resources of a kind, or anything below them, have files. */
function leadsToFiles(kind: ResourceKind): boolean {
  return hasFiles(kind) || childKinds(kind.id).some(leadsToFiles);
}

function endsReading({ reason }: ApiError): boolean {
  return ['unauthorized', 'rateLimited', 'cancelled', 'network'].includes(reason);
}
