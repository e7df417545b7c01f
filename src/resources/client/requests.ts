import type { ResourceId, VersionedEndpoint } from '../kinds/kind';
import { type Target, toPathValues } from '../reference';
import type { ReadOrder } from '../store/readOrder';
import type { Sessions } from '../../accounts/sessions';
import type { ApiClient, CallOptions } from '../../api/client';
import type { Endpoint } from '../../api/contract/endpoint';
import { isMissing } from '../../api/errors';

/** What a request carries besides what its target determines. */
export interface RequestInput {
  readonly body?: unknown;
  /** Path values in addition to the target's. */
  readonly path?: Readonly<Record<string, ResourceId>>;
}

/** Sends requests about targets, with the credentials that their accounts have at that time. */
export class Requests {
  readonly #sessions: Sessions;
  readonly #order: ReadOrder;

  /** @param order Where to note which answer is newer. */
  constructor(sessions: Sessions, order: ReadOrder) {
    this.#sessions = sessions;
    this.#order = order;
  }

  /** Sends a request, and repeats it if the account's credentials changed before the answer. */
  async ask<T>(account: string, ask: (client: ApiClient) => Promise<T>): Promise<T> {
    const client = await this.#sessions.client(account);
    const [outcome] = await Promise.allSettled([ask(client)]);
    // Throws if the account was removed.
    if ((await this.#sessions.client(account)) !== client) return this.ask(account, ask);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** Performs one operation on a target. @throws ApiError, UnknownAccountError. */
  async call(
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
    const began = this.#order.next();
    const answer = await this.ask(target.account, (client) =>
      client.call<Endpoint>(endpoint, input, options),
    );
    this.#order.note(answer, began);
    return answer;
  }

  /**
   * Performs an operation, or the first of its alternatives that the service offers.
   * @throws ApiError, UnknownAccountError.
   */
  async callFirstOffered(
    target: Target,
    { endpoint, version }: VersionedEndpoint,
    [next, ...others]: readonly VersionedEndpoint[],
    input: RequestInput,
    options: CallOptions,
  ): Promise<unknown> {
    try {
      return await this.call(target, endpoint, input, {
        ...options,
        ...(version ? { version } : {}),
      });
    } catch (error) {
      if (!next || !isMissing(error)) throw error;
      try {
        return await this.callFirstOffered(target, next, others, input, options);
      } catch (other) {
        // If the alternatives are missing as well, the first error says all there is to know.
        throw isMissing(other) ? error : other;
      }
    }
  }
}

/** The input of an operation on a target. */
export function toInput(
  target: Target,
  { body, path }: RequestInput,
): { path: Readonly<Record<string, ResourceId>>; body?: never } {
  // The kind that built the body knows its type; the client checks it against the schema.
  return {
    path: { ...toPathValues(target), ...path },
    ...(body === undefined ? {} : { body: body as never }),
  };
}
