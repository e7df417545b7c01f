import type { Resource } from './kinds/kind';
import { childKinds, findKind, type KindId } from './kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  parentOf,
  type ResourceReference,
  toKey,
  serversOf,
} from './reference';
import type { CallOptions } from '../api/client';
import { isInReference, isList } from '../api/contract/endpoint';
import { ApiError, isUnsupported } from '../api/errors';
import type { PageOutcome } from '../api/paging';
import { isObject, type JsonObject, omitNulls, pick } from '../base/json';

type ReadPages = (
  collection: CollectionReference,
  options: CallOptions,
) => Promise<AsyncIterable<PageOutcome<Resource>>>;

/**
 * Replaces single reads that a service doesn't offer: the item as the list has it, or, if
 * the service can't list it either, its id and the fields that were written since. One for each
 * connection.
 */
export class ReadSubstitutes {
  readonly #pages: ReadPages;
  /** By the key of the collection; true if the service offers the list. */
  readonly #listed = new Map<string, boolean>();
  /** Why a kind's resources can't be read individually, once that is certain. */
  readonly #refusals = new Map<string, ApiError>();
  /** Kinds of which a resource could be read individually: one that can't be read is gone. */
  readonly #readable = new Set<KindId>();
  readonly #written = new Map<string, JsonObject>();

  constructor(pages: ReadPages) {
    this.#pages = pages;
  }

  noteList(collection: CollectionReference, error?: unknown): void {
    if (error === undefined) this.#listed.set(toKey(collection), true);
    else if (isUnsupported(error)) this.#listed.set(toKey(collection), false);
  }

  hasRead(kind: KindId): boolean {
    return this.#readable.has(kind);
  }

  noteWritten(reference: ResourceReference, body: unknown, answer: unknown): void {
    const { document } = findKind(reference.kind);
    if (!document?.editing?.worksUnread) return;
    const key = toKey(reference);
    const fields = [this.#written.get(key), body, answer].filter(isObject) as JsonObject[];
    const all: JsonObject = Object.assign({}, ...fields.map(omitNulls));
    this.#written.set(key, pick(all, document.editing.writable));
  }

  /** Reads a resource directly, or what stands in for it. @throws ApiError. */
  async read(
    reference: ResourceReference,
    direct: () => Promise<Resource>,
    options: CallOptions,
  ): Promise<Resource> {
    const refusal = this.#refusals.get(reference.kind) ?? this.#foresee(reference);
    if (refusal) {
      const found = await this.#find(reference, options);
      if (found) return found;
      throw refusal;
    }
    try {
      const resource = await direct();
      this.#readable.add(reference.kind);
      return resource;
    } catch (error) {
      if (!isUnsupported(error) || this.#readable.has(reference.kind)) throw error;
      const found = await this.#find(reference, options);
      if (!found) throw error;
      this.#refusals.set(reference.kind, error);
      return found;
    }
  }

  /** A service that doesn't even list its servers only has documented operations (API §4). */
  #foresee({ account, kind }: ResourceReference): ApiError | undefined {
    const { list, read } = findKind(kind).operations;
    if (!read || !list || !isInReference(list) || isInReference(read)) return undefined;
    if (this.#listed.get(toKey(serversOf(account))) !== false) return undefined;
    const { method, path } = read;
    return new ApiError('unsupported', { method, path }, 'only its list is documented');
  }

  async #find(reference: ResourceReference, options: CallOptions): Promise<Resource | undefined> {
    const { operations, document } = findKind(reference.kind);
    const { list } = operations;
    if (list && isList(list) && isInReference(list)) return this.#fromList(reference, options);
    const isOfUse = document?.editing?.worksUnread || childKinds(reference.kind).length > 0;
    if (!isOfUse) return undefined;
    return (await this.#isUnlisted(reference, options)) ? this.#unknown(reference) : undefined;
  }

  async #fromList(
    reference: ResourceReference,
    options: CallOptions,
  ): Promise<Resource | undefined> {
    const id = String(reference.ids.at(-1));
    for await (const outcome of await this.#pages(collectionOf(reference), options)) {
      if ('error' in outcome) throw outcome.error;
      const found = outcome.page.items.find((item) => String(item['id']) === id);
      if (found) return found;
    }
    return undefined;
  }

  /** If so, not being able to read it doesn't mean that it is gone. */
  async #isUnlisted(reference: ResourceReference, options: CallOptions): Promise<boolean> {
    const listed = findKind(reference.kind).variable ? reference : parentOf(reference);
    if (!listed) return false;
    const collection = collectionOf(listed);
    if (!this.#listed.has(toKey(collection))) {
      // This notes it.
      await (await this.#pages(collection, options))[Symbol.asyncIterator]().next();
    }
    return this.#listed.get(toKey(collection)) === false;
  }

  #unknown(reference: ResourceReference): Resource {
    const { document, variable } = findKind(reference.kind);
    const { worksUnread, writable = [] } = document?.editing ?? {};
    const names = worksUnread ? writable : [];
    return {
      ...(variable ? { id: reference.ids.at(-1) } : {}),
      ...Object.fromEntries(names.map((name) => [name, null])),
      ...this.#written.get(toKey(reference)),
    };
  }
}

/** Messages of services that don't have a path at all (API §7), with or without final punctuation. */
const unknownPath =
  /^(the requested resource is unavailable|not found|the route .* not be found)\W*$/i;

/**
 * A placeholder for a resource that doesn't exist yet: services refuse to read it with some 4xx, and
 * say why. Undefined if the error says anything else, such as that it isn't offered.
 * @param isOffered whether the service has answered a read of this kind before.
 */
export function toMissing(error: unknown, isOffered: boolean): Resource | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { reason, status, serviceMessage } = error;
  const message = String(serviceMessage ?? '').trim();
  const isUnknownPath = message === '' || unknownPath.test(message);
  const isMissing = status === 404 ? isOffered || !isUnknownPath : reason === 'invalid';
  return isMissing ? { message } : undefined;
}

export function notOffered(kind: string): ApiError {
  return new ApiError(
    'unsupported',
    { method: 'GET', path: kind },
    'the API has no such operation',
  );
}
