import { findKind, isKindId, type ResourceKind } from './kinds/kinds';
import type { Operations, Resource, ResourceId } from './kinds/kind';
import { readWhole, type ReadWholeOptions } from './readWhole';
import {
  type CollectionReference,
  type ResourceReference,
  type Target,
  toPathValues,
} from './reference';
import { notOffered, toMissing, ReadSubstitutes } from './readSubstitutes';
import type { Sessions } from '../accounts/sessions';
import type { ApiClient, CallOptions, ListOptions } from '../api/client';
import { type Endpoint, isList, type ListEndpoint } from '../api/contract/endpoint';
import { ApiError } from '../api/errors';
import { mergeAnswer } from '../api/lenient';
import { collectAll, type Page, type PageOutcome } from '../api/paging';
import type { RequestPlan } from '../api/request';

/** The order of requests: the answer to a later request is newer, whenever it arrives. */
export class ReadOrder {
  readonly #began = new WeakMap<object, number>();
  readonly #writes = new WeakMap<object, number>();
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** Records when an answer was requested; if several readers share it, the first one counts. */
  note(answer: unknown, began: number): void {
    if (typeof answer !== 'object' || answer === null) return;
    this.#began.set(answer, Math.min(began, this.#began.get(answer) ?? began));
  }

  /** Records when the write with this answer started; the answer itself counts as of the end. */
  noteWrite(answer: unknown, began: number): void {
    if (typeof answer === 'object' && answer !== null) this.#writes.set(answer, began);
  }

  /** When the write with this answer started; undefined if it isn't the answer to a write. */
  ofWrite(answer: object): number | undefined {
    return this.#writes.get(answer);
  }

  /** When an answer was requested; anything that isn't the answer to a read counts as of now. */
  of(answer: object): number {
    return this.#began.get(answer) ?? this.next();
  }
}

export interface WriteRequest extends RequestInput {
  readonly endpoint: Endpoint;
  /** The kind with the target's ids that it writes, if that isn't the target's own. */
  readonly kind?: string;
}

export class ResourceClient {
  /** The order in which individually read resources were requested. */
  readonly order = new ReadOrder();
  readonly #sessions: Pick<Sessions, 'client'>;
  readonly #substitutesOf = new WeakMap<ApiClient, ReadSubstitutes>();

  constructor(sessions: Pick<Sessions, 'client'>) {
    this.#sessions = sessions;
  }

  async read(reference: ResourceReference, options: CallOptions = {}): Promise<Resource> {
    const { read, mayBeMissing } = findKind(reference.kind).operations;
    if (!read) throw notOffered(reference.kind);
    const began = this.order.next();
    const substitutes = await this.#substitutes(reference.account);
    const direct = async (): Promise<Resource> => {
      try {
        const answer = await this.#call(reference, read, {}, options);
        return await this.#complete(reference, answer as Resource, options);
      } catch (error) {
        const isOffered = substitutes.hasRead(reference.kind);
        const missing = mayBeMissing && toMissing(error, isOffered);
        if (!missing) throw error;
        return missing;
      }
    };
    const resource = await substitutes.read(reference, direct, options);
    this.order.note(resource, began);
    return resource;
  }

  /** Reads every part that its document shows. @throws ApiError, UnknownAccountError. */
  readWhole(reference: ResourceReference, options: ReadWholeOptions = {}): Promise<Resource> {
    return readWhole(this, reference, options);
  }

  /** Adds what a resource only refers to, if the service returns it. */
  async #complete(
    reference: ResourceReference,
    resource: Resource,
    options: CallOptions,
  ): Promise<Resource> {
    const { completion } = findKind(reference.kind).operations;
    const path = completion?.path(resource);
    if (!completion || !path) return resource;
    const { endpoint, member, of, mayBeMissing } = completion;
    try {
      const answer = await this.#call(reference, endpoint, { path }, options);
      return mergeAnswer(resource, { [member]: of(answer) });
    } catch (error) {
      if (mayBeMissing && toMissing(error, true)) return mergeAnswer(resource, { [member]: null });
      if (error instanceof ApiError && error.reason !== 'cancelled') return resource;
      throw error;
    }
  }

  /** @throws ApiError if nothing may be written to the account; UnknownAccountError. */
  async requireWritable({ account }: Pick<Target, 'account'>): Promise<void> {
    await (await this.#sessions.client(account)).requireWritable();
  }

  async write(
    given: Target,
    { endpoint, kind, ...input }: WriteRequest,
    options: CallOptions = {},
  ): Promise<unknown> {
    const target = isKindId(kind) ? { ...given, kind } : given;
    const began = this.order.next();
    const substitutes = await this.#substitutes(target.account);
    const answer = await this.#call(target, endpoint, input, options);
    this.order.noteWrite(answer, began);
    if ('ids' in target) substitutes.noteWritten(target, input.body, answer);
    return answer;
  }

  /** @param known The pages before this one, if it is shown after them. */
  async page(
    collection: CollectionReference,
    number: number,
    options: ListOptions = {},
    known?: Pick<Page<Resource>, 'items' | 'total'>,
  ): Promise<Page<Resource>> {
    const began = this.order.next();
    const substitutes = await this.#substitutes(collection.account);
    const page = await this.#page(collection, number, options, known).catch((error: unknown) => {
      substitutes.noteList(collection, error);
      throw error;
    });
    substitutes.noteList(collection);
    for (const item of page.items) this.order.note(item, began);
    return page;
  }

  async pages(
    collection: CollectionReference,
    options: ListOptions = {},
  ): Promise<AsyncIterable<PageOutcome<Resource>>> {
    const { account } = collection;
    const { list, toItems } = listing(findKind(collection.kind));
    if (!isList(list)) return onePage(await this.page(collection, 1, options));
    const client = await this.#sessions.client(account);
    const pages = client.pages(list, { path: toPathValues(collection) }, options);
    const substitutes = await this.#substitutes(account);
    const note = (error?: unknown): void => substitutes.noteList(collection, error);
    const isCurrent = async (): Promise<boolean> =>
      (await this.#sessions.client(account)) === client;
    return convertPages(pages as AsyncIterable<PageOutcome<Resource>>, toItems, isCurrent, note);
  }

  /** A list is read as a whole. @throws ApiError, UnknownAccountError. */
  perform(
    target: Target,
    endpoint: Endpoint,
    body: unknown,
    options: CallOptions = {},
  ): Promise<unknown> {
    return isList(endpoint)
      ? this.readAll(target, endpoint, options)
      : this.#call(target, endpoint, { body }, options);
  }

  async readAll(
    target: Target,
    list: ListEndpoint,
    options: CallOptions = {},
  ): Promise<readonly Resource[]> {
    const client = await this.#sessions.client(target.account);
    const { items } = await collectAll(client.pages(list, toInput(target, {}), options));
    return items as readonly Resource[];
  }

  async readPage(
    target: Target,
    list: ListEndpoint,
    number: number,
    options: CallOptions = {},
  ): Promise<Page<Resource>> {
    const page = await this.#ask(target.account, (client) =>
      client.page(list, toInput(target, {}), number, options),
    );
    return page as Page<Resource>;
  }

  /** @throws ApiError if the request would be rejected before sending. */
  async plan(
    reference: Target,
    { endpoint, ...input }: RequestInput & { readonly endpoint: Endpoint },
  ): Promise<RequestPlan> {
    const client = await this.#sessions.client(reference.account);
    return client.plan<Endpoint>(endpoint, toInput(reference, input));
  }

  async #substitutes(account: string): Promise<ReadSubstitutes> {
    const client = await this.#sessions.client(account);
    const known =
      this.#substitutesOf.get(client) ?? new ReadSubstitutes((...given) => this.pages(...given));
    this.#substitutesOf.set(client, known);
    return known;
  }

  async #page(
    collection: CollectionReference,
    number: number,
    options: ListOptions,
    known: Pick<Page<Resource>, 'items' | 'total'> | undefined,
  ): Promise<Page<Resource>> {
    const { list, toItems } = listing(findKind(collection.kind));
    if (!isList(list)) {
      const answer = await this.perform(collection, list, undefined, options);
      return toWholePage(toItems?.(answer) ?? (answer as Resource[]));
    }
    const input = { path: toPathValues(collection) };
    const page = await this.#ask(collection.account, (client) =>
      client.page(list, input, number, options),
    );
    const { total = known?.total } = page;
    const grown = known?.total === undefined ? undefined : (total ?? known.total) - known.total;
    const items = toItems?.(page.items, known && { items: known.items, grown });
    return { ...page, items: items ?? (page.items as Resource[]) };
  }

  /** Sends a request, and repeats it if the account's credentials changed before the answer. */
  async #ask<T>(account: string, ask: (client: ApiClient) => Promise<T>): Promise<T> {
    const client = await this.#sessions.client(account);
    const [outcome] = await Promise.allSettled([ask(client)]);
    // Throws if the account was removed.
    if ((await this.#sessions.client(account)) !== client) return this.#ask(account, ask);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** @throws ApiError, UnknownAccountError. */
  async #call(
    target: Target,
    endpoint: Endpoint,
    given: RequestInput,
    options: CallOptions,
  ): Promise<unknown> {
    const input = toInput(target, given);
    if (endpoint.method !== 'GET') {
      const client = await this.#sessions.client(target.account);
      return client.call<Endpoint>(endpoint, input, options);
    }
    const began = this.order.next();
    const answer = await this.#ask(target.account, (client) =>
      client.call<Endpoint>(endpoint, input, options),
    );
    this.order.note(answer, began);
    return answer;
  }
}

function listing({ id, operations }: ResourceKind): Operations & { readonly list: Endpoint } {
  const { list } = operations;
  if (!list) throw notOffered(id);
  return { ...operations, list };
}

interface RequestInput {
  readonly body?: unknown;
  readonly path?: Readonly<Record<string, ResourceId>>;
}

function toInput(
  target: Target,
  { body, path }: RequestInput,
): { path: Readonly<Record<string, ResourceId>>; body?: never } {
  // The kind that built the body knows its type; the client checks it against the schema.
  return {
    path: { ...toPathValues(target), ...path },
    ...(body === undefined ? {} : { body: body as never }),
  };
}

/** Ends with an error as soon as the credentials of the request are no longer in use. */
async function* convertPages(
  pages: AsyncIterable<PageOutcome<Resource>>,
  toItems: Operations['toItems'],
  isCurrent: () => Promise<boolean>,
  noteFirst: (error?: unknown) => void,
): AsyncIterable<PageOutcome<Resource>> {
  const before: Resource[] = [];
  for await (const outcome of pages) {
    if (!(await isCurrent())) {
      const error = new ApiError(
        'cancelled',
        { method: 'GET', path: '' },
        'the credentials were changed',
      );
      yield { number: outcome.number, error };
      return;
    }
    if (outcome.number === 1) noteFirst('error' in outcome ? outcome.error : undefined);
    if (!toItems || !('page' in outcome)) {
      yield outcome;
      continue;
    }
    // Repeated items were left out already.
    const items = toItems(outcome.page.items, { items: before, grown: 0 });
    before.push(...items);
    yield { ...outcome, page: { ...outcome.page, items } };
  }
}

export async function* onePage(page: Page<Resource>): AsyncIterable<PageOutcome<Resource>> {
  yield { number: 1, page };
}

export function toWholePage(items: readonly Resource[]): Page<Resource> {
  const count = items.length;
  return { items, number: 1, perPage: count, total: count, totalPages: 1, isLast: true };
}
