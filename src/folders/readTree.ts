import { filedFields, hasFiles, toFileValues } from './fileContent';
import type { Lock, Place } from './lock';
import type { Account } from '../accounts/account';
import { ApiError } from '../api/errors';
import { toRaw } from '../base/foreignText';
import type { JsonObject } from '../base/json';
import { memberAt } from '../base/patch';
import { toContent } from '../documents/content';
import { isReadable } from '../resources/availability';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { childKinds, findKind, kinds, type ResourceKind } from '../resources/kinds/kinds';
import { type CollectionReference, type ResourceReference, toKey } from '../resources/reference';

/** How the service is read. */
interface TreeReading {
  readonly account: Pick<Account, 'id' | 'authentication'>;
  /** All resources of a collection. @throws ApiError. */
  list(collection: CollectionReference): Promise<readonly Resource[]>;
  /** A resource with all that its document shows. @throws ApiError. */
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
  /** What its file has of that; undefined if resources of its kind have none. */
  readonly values: JsonObject | undefined;
}

/** What was read. */
export interface LiveTree {
  /** By key, parents before what is in them. */
  readonly resources: ReadonlyMap<string, LiveResource>;
  /** What couldn't be read: nobody knows whether it's still there. */
  readonly failures: readonly {
    readonly place: CollectionReference | ResourceReference;
    readonly error: unknown;
  }[];
}

/** Reads everything that has files. @throws ApiError if whatever comes next would fail alike. */
export async function readTree(reading: TreeReading, scopes: Lock['scopes']): Promise<LiveTree> {
  const walk = new Walk(reading);
  await (scopes === 'account' ? walk.readAll() : walk.readPlaces(scopes));
  const { resources, failures } = walk;
  return { resources, failures };
}

class Walk {
  readonly resources = new Map<string, LiveResource>();
  readonly failures: { place: CollectionReference | ResourceReference; error: unknown }[] = [];
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
          await this.#add(reference, await this.#reading.read(reference), true);
        });
      }),
    );
  }

  async #readCollections(
    of: readonly ResourceKind[],
    parents: readonly ResourceId[],
  ): Promise<void> {
    const { account } = this.#reading;
    const wanted = of.filter((kind) => leadsToFiles(kind) && isReadable(kind, account));
    await Promise.all(
      wanted.map((kind) =>
        kind.variable
          ? this.#readCollection({ account: account.id, kind: kind.id, parents })
          : this.#readOnlyChild({ account: account.id, kind: kind.id, ids: parents }),
      ),
    );
  }

  async #readCollection(collection: CollectionReference): Promise<void> {
    const { account, kind, parents } = collection;
    if (!findKind(kind).operations.list) return;
    await this.#try(collection, async () => {
      const items = await this.#reading.list(collection);
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
      // A service may say in so many words that there is none.
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
      const label = toRaw(kind.present(item, (text) => text).label);
      this.resources.set(toKey(reference), {
        reference,
        name: kind.variable ? label : '',
        content,
        values: hasFiles(kind) ? toFileValues(kind, content) : undefined,
      });
    });
    await this.#readCollections(childKinds(kind.id), reference.ids);
  }

  async #try(
    place: CollectionReference | ResourceReference,
    read: () => Promise<void>,
  ): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError) || endsReading(error)) throw error;
      if (!saysNone(error)) this.failures.push({ place, error });
    }
  }
}

/** Whether what's listed has everything that a file needs. */
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

/** Whether there is nothing of that kind: it isn't offered, or it doesn't exist. */
function saysNone({ reason, status }: ApiError): boolean {
  return reason === 'unsupported' || status === 404;
}
