import { findKind } from './kinds/kinds';
import type { Operations, Resource, ResourceId, ResourceKind, Way, Write } from './kinds/kind';
import { type CollectionReference, type ResourceReference, toPathValues } from './reference';
import type { Sessions } from './accounts/sessions';
import type { CallOptions, ListOptions } from '../api/client';
import { type Endpoint, isList, type ListEndpoint } from '../api/contract/endpoint';
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
    const { read, readOtherwise = [] } = findKind(reference.kind).operations;
    if (!read) throw notOffered(reference.kind);
    const [first, ...others] = [{ endpoint: read }, ...readOtherwise];
    return (await this.#tryWays(reference, first, others, undefined, options)) as Resource;
  }

  /** Performs a write, by another way where the service does not offer the first. @throws ApiError. */
  write(
    reference: ResourceReference,
    { body, otherwise = [], ...way }: Write,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#tryWays(reference, way, otherwise, body, options);
  }

  /** Reads one page of a collection. @throws ApiError, UnknownAccountError. */
  async page(
    collection: CollectionReference,
    number: number,
    options: ListOptions = {},
  ): Promise<Page<Resource>> {
    const { list, toItems } = listing(findKind(collection.kind));
    if (!isList(list)) {
      const answer = await this.perform(collection, list, undefined, options);
      return toWholePage(toItems?.(answer) ?? (answer as Resource[]));
    }
    const client = await this.#sessions.client(collection.account);
    const input = { path: toPathValues(collection) };
    const page = await client.page(list, input, number, options);
    return { ...page, items: toItems?.(page.items) ?? (page.items as Resource[]) };
  }

  /** Reads a whole collection, page by page. @throws UnknownAccountError. */
  async pages(
    collection: CollectionReference,
    options: ListOptions = {},
  ): Promise<AsyncIterable<PageOutcome<Resource>>> {
    const { list } = listing(findKind(collection.kind));
    return isList(list)
      ? this.#pagesOf(collection, list, options)
      : onePage(await this.page(collection, 1, options));
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

  /** The request that an operation would send. @throws ApiError where it would be refused unsent. */
  async plan(
    reference: ResourceReference | CollectionReference,
    { endpoint, version, body }: Pick<Write, 'endpoint'> & Partial<Write>,
  ): Promise<RequestPlan> {
    const client = await this.#sessions.client(reference.account);
    return client.plan<Endpoint>(endpoint, toInput(reference, body), version ? { version } : {});
  }

  async #pagesOf(
    collection: CollectionReference,
    list: ListEndpoint,
    options: ListOptions,
  ): Promise<AsyncIterable<PageOutcome<Resource>>> {
    const client = await this.#sessions.client(collection.account);
    const { toItems } = findKind(collection.kind).operations;
    const pages = client.pages(list, { path: toPathValues(collection) }, options);
    return convert(pages as AsyncIterable<PageOutcome<Resource>>, toItems);
  }

  async #tryWays(
    reference: ResourceReference,
    { endpoint, version }: Way,
    [next, ...others]: readonly Way[],
    body: unknown,
    options: CallOptions,
  ): Promise<unknown> {
    try {
      return await this.perform(reference, endpoint, body, {
        ...options,
        ...(version ? { version } : {}),
      });
    } catch (error) {
      if (!next || !isMissing(error)) throw error;
      try {
        return await this.#tryWays(reference, next, others, body, options);
      } catch (other) {
        // That the other ways are missing as well says nothing that the first did not.
        throw isMissing(other) ? error : other;
      }
    }
  }
}

async function* convert(
  pages: AsyncIterable<PageOutcome<Resource>>,
  toItems: Operations['toItems'],
): AsyncIterable<PageOutcome<Resource>> {
  for await (const outcome of pages) {
    yield toItems && 'page' in outcome
      ? { ...outcome, page: { ...outcome.page, items: toItems(outcome.page.items) } }
      : outcome;
  }
}

async function* onePage(page: Page<Resource>): AsyncIterable<PageOutcome<Resource>> {
  yield { number: 1, page };
}

function toWholePage(items: readonly Resource[]): Page<Resource> {
  const count = items.length;
  return { items, number: 1, perPage: count, total: count, totalPages: 1, isLast: true };
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.reason === 'unsupported' || error.reason === 'notFound')
  );
}

function toInput(
  reference: ResourceReference | CollectionReference,
  body: unknown,
): { path: Readonly<Record<string, ResourceId>>; body?: never } {
  // The body's type is known to the kind that built it; the client checks it against the schema.
  return { path: toPathValues(reference), ...(body === undefined ? {} : { body: body as never }) };
}

function listing({ id, operations }: ResourceKind): Operations & { readonly list: Endpoint } {
  const { list } = operations;
  if (!list) throw notOffered(id);
  return { ...operations, list };
}

function notOffered(kind: string): ApiError {
  return new ApiError(
    'unsupported',
    { method: 'GET', path: kind },
    'the API has no such operation',
  );
}
