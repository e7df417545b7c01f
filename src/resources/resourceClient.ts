import { findKind } from './kinds/kinds';
import type { Resource, Write } from './kinds/kind';
import { type CollectionReference, type ResourceReference, toPathValues } from './reference';
import type { Sessions } from './accounts/sessions';
import type { CallOptions, ListOptions } from '../api/client';
import type { Endpoint, ListEndpoint } from '../api/contract/endpoint';
import { ApiError } from '../api/errors';
import type { Page } from '../api/page';
import type { PageOutcome } from '../api/paging';
import type { RequestPlan } from '../api/request';

/** Reads and writes resources by reference: the step from kinds to the operations of the API. */
export class ResourceClient {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Reads one resource. @throws ApiError, UnknownAccountError. */
  async read(reference: ResourceReference, options: CallOptions = {}): Promise<Resource> {
    const { read } = findKind(reference.kind).operations;
    if (!read) throw notOffered(reference.kind);
    return (await this.perform(reference, read, undefined, options)) as Resource;
  }

  /** Reads one page of a collection. @throws ApiError, UnknownAccountError. */
  async page(
    collection: CollectionReference,
    number: number,
    options: ListOptions = {},
  ): Promise<Page<Resource>> {
    const client = await this.#sessions.client(collection.account);
    const input = { path: toPathValues(collection) };
    return (await client.page(listOf(collection), input, number, options)) as Page<Resource>;
  }

  /** Reads a whole collection, page by page. @throws UnknownAccountError. */
  async pages(
    collection: CollectionReference,
    options: ListOptions = {},
  ): Promise<AsyncIterable<PageOutcome<Resource>>> {
    const client = await this.#sessions.client(collection.account);
    const input = { path: toPathValues(collection) };
    return client.pages(listOf(collection), input, options) as AsyncIterable<PageOutcome<Resource>>;
  }

  /** Performs an operation on a resource or its collection. @throws ApiError, UnknownAccountError. */
  async perform(
    reference: ResourceReference | CollectionReference,
    endpoint: Endpoint,
    body: unknown,
    options: CallOptions = {},
  ): Promise<unknown> {
    const client = await this.#sessions.client(reference.account);
    return client.call<Endpoint>(endpoint, toInput(reference, body), options);
  }

  /** The request that a write would send. @throws ApiError where it would be refused unsent. */
  async plan(reference: ResourceReference, { endpoint, body }: Write): Promise<RequestPlan> {
    const client = await this.#sessions.client(reference.account);
    return client.plan<Endpoint>(endpoint, toInput(reference, body));
  }
}

function toInput(
  reference: ResourceReference | CollectionReference,
  body: unknown,
): { path: Readonly<Record<string, number>>; body?: never } {
  // The body's type is known to the kind that built it; the client checks it against the schema.
  return { path: toPathValues(reference), ...(body === undefined ? {} : { body: body as never }) };
}

function listOf({ kind }: CollectionReference): ListEndpoint {
  const { list } = findKind(kind).operations;
  if (!list) throw notOffered(kind);
  return list;
}

function notOffered(kind: string): ApiError {
  return new ApiError(
    'unsupported',
    { method: 'GET', path: kind },
    'the API has no such operation',
  );
}
