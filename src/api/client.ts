import * as z from 'zod';
import { type AnswerContext, checkAnswer, readAnswer } from './answer';
import { type Clock, systemClock } from './clock';
import type { ApiVersion, Endpoint, ListEndpoint, Source } from './contract/endpoint';
import {
  type Credentials,
  credentialValues,
  isSendable,
  secretsOf,
  toAuthorization,
} from './credentials';
import { ApiError, cancelled, type ApiErrorReason, type Operation } from './errors';
import { createFetcher, defaultLimits, exchange, type HttpLimits } from './http';
import { largestPage, openEnvelope, type Page, toPage } from './page';
import { type PageOutcome, readPages } from './paging';
import { type Priority, type RateLimit, RateLimitGate } from './rateLimit';
import {
  type CallInput,
  chooseVersion,
  planRequest,
  type Query,
  type RequestPlan,
  type Target,
} from './request';
import { withRetries } from './retry';
import { Scheduler } from './scheduler';
import { SharedReads } from './sharedReads';
import { Emitter, type Event } from '../shared/emitter';

/** How a call is made; all of it may be left out. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A person's gesture unless said otherwise. */
  readonly priority?: Priority;
  /** Asks for this version instead of the endpoint's preferred one. */
  readonly version?: ApiVersion;
}

/** How a list is read. */
export interface ListOptions extends CallOptions {
  /** Query parameters that the endpoint names as its filters. */
  readonly filters?: Query;
}

/** One finished exchange, for a log: nothing in it is a credential or content. */
export interface Exchange {
  readonly operation: Operation;
  /** HTTP status, or why there was none. */
  readonly outcome: number | ApiErrorReason;
  /** From sending to the end of the answer, in milliseconds. */
  readonly duration: number;
}

/** What a client is made from. */
export interface ClientOptions {
  readonly target: Target;
  /** Asked before every request, so that no credential is kept here. */
  readonly credentials: () => Promise<Credentials>;
  readonly clock?: Clock;
  /** A number in [0, 1), for jitter. */
  readonly random?: () => number;
  readonly concurrency?: number;
  readonly limits?: HttpLimits;
  /** How requests are sent; the platform's own where it is absent. */
  readonly fetch?: typeof globalThis.fetch;
  /** Assumed length of the service's rate limit window in milliseconds (reference §8 rule 5). */
  readonly rateLimitWindow?: number;
}

/** Calls the service for one account: the only way to it. */
export class ApiClient {
  readonly #options: Required<Omit<ClientOptions, 'fetch'>>;
  readonly #fetcher: ReturnType<typeof createFetcher>;
  readonly #gate: RateLimitGate;
  readonly #scheduler: Scheduler;
  readonly #sharedReads = new SharedReads();
  readonly #exchanged = new Emitter<Exchange>();

  /** What the service says of its rate limit, after every answer (reference §8). */
  readonly onDidChangeRateLimit: Event<RateLimit>;
  /** Every exchange with the service, as it ends. */
  readonly onDidExchange: Event<Exchange> = this.#exchanged.event;

  constructor(options: ClientOptions) {
    this.#options = {
      clock: systemClock,
      random: Math.random,
      concurrency: 4,
      limits: defaultLimits,
      rateLimitWindow: 60_000,
      ...options,
    };
    this.#fetcher = createFetcher(options.fetch);
    const { clock, rateLimitWindow, concurrency } = this.#options;
    this.#gate = new RateLimitGate(clock, rateLimitWindow);
    this.#scheduler = new Scheduler(clock, this.#gate, concurrency);
    this.onDidChangeRateLimit = this.#gate.onDidChange;
  }

  /**
   * Performs one operation.
   * @throws ApiError, always and only.
   */
  async call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: CallOptions = {},
  ): Promise<z.output<E['answer']>> {
    const { json, context } = await this.#send(endpoint, input, options);
    return checkAnswer<E['answer']>(endpoint.answer, json, context);
  }

  /**
   * Reads one page of a list.
   * @throws ApiError, always and only.
   */
  async page<E extends ListEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    number: number,
    options: ListOptions = {},
  ): Promise<Page<z.output<E['answer']>>> {
    const query = { ...options.filters, perPage: largestPage, page: number };
    const { json, context } = await this.#send(endpoint, { ...input, query }, options);
    const raw = openEnvelope(json);
    const items = checkAnswer(listOf<E['answer']>(endpoint.answer), raw.items, context);
    return toPage(items, raw, number, largestPage);
  }

  /** Reads a list page by page, in order, ahead of the reader as far as the concurrency allows. */
  pages<E extends ListEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: ListOptions = {},
  ): AsyncGenerator<PageOutcome<z.output<E['answer']>>, void, undefined> {
    return readPages(
      (number) => this.page(endpoint, input, number, options),
      this.#options.concurrency,
    );
  }

  /**
   * The request that a call would send, for a preview.
   * @throws ApiError where the call would be refused before it is sent.
   */
  async plan<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: Pick<CallOptions, 'version'> = {},
  ): Promise<RequestPlan> {
    const { kind } = await this.#credentials(endpoint);
    return this.#plan(endpoint, input, kind, options.version);
  }

  #plan(
    endpoint: Endpoint,
    input: PlannedInput,
    kind: Credentials['kind'],
    wanted: ApiVersion | undefined,
  ): RequestPlan {
    const version = chooseVersion(endpoint, kind, wanted);
    return planRequest(endpoint, version, input, this.#options.target.pathWords);
  }

  async #send(endpoint: Endpoint, input: PlannedInput, options: CallOptions): Promise<Answered> {
    const { kind } = await this.#credentials(endpoint);
    const plan = this.#plan(endpoint, input, kind, options.version);
    const source = endpoint.versions[plan.version] ?? 'observed';
    const operation = { method: plan.method, path: plan.path.split('?')[0] ?? plan.path };
    const repeatable = endpoint.method === 'GET';
    const priority = options.priority ?? 'person';
    const perform = (signal: AbortSignal | undefined): Promise<Answered> =>
      withRetries(
        () =>
          this.#scheduler.run(
            () => this.#exchange(plan, operation, source, signal),
            priority,
            signal,
          ),
        {
          clock: this.#options.clock,
          random: this.#options.random,
          repeatable,
          signal,
          onRateLimited: (until) => this.#gate.hold(until),
          windowEndsAt: () => this.#gate.windowEndsAt,
        },
      );
    try {
      return await (repeatable
        ? this.#sharedReads.read(`${priority} ${plan.path}`, perform, options.signal)
        : perform(options.signal).finally(() => this.#sharedReads.close()));
    } catch (error) {
      throw options.signal?.aborted && !(error instanceof ApiError) ? cancelled(operation) : error;
    }
  }

  /** The account's credentials; what the store throws may quote them, so that none of it is passed on. */
  async #credentials({ method, path }: Operation): Promise<Credentials> {
    let credentials: Credentials | undefined;
    try {
      credentials = await this.#options.credentials();
    } catch {
      credentials = undefined;
    }
    if (credentials && isSendable(credentials)) return credentials;
    const problem = credentials ? 'hold characters that cannot be sent' : 'could not be read';
    const text = `not sent, because the credentials ${problem}; sign in again`;
    throw new ApiError('unauthorized', { method, path }, text);
  }

  async #exchange(
    plan: RequestPlan,
    operation: Operation,
    source: Source,
    signal: AbortSignal | undefined,
  ): Promise<Answered> {
    const { clock, target, limits } = this.#options;
    const credentials = await this.#credentials(operation);
    const startedAt = clock.now();
    let outcome: Exchange['outcome'] = 'network';
    try {
      const answer = await exchange(
        {
          operation,
          url: joinUrl(target.baseUrl, plan.path),
          headers: {
            Accept: 'application/json',
            'Content-Type': 'application/json',
            Authorization: toAuthorization(credentials),
          },
          body: plan.body === undefined ? undefined : JSON.stringify(plan.body),
          signal,
        },
        limits,
        clock,
        this.#fetcher,
      );
      outcome = answer.status;
      this.#gate.observe(answer.headers, this.#scheduler.running);
      const secrets = [...secretsOf(credentials), ...credentialValues(plan.body)];
      const context = { operation, source, secrets, now: clock.now() };
      return { json: readAnswer(answer, context), context };
    } catch (error) {
      if (error instanceof ApiError) outcome = error.status ?? error.reason;
      throw error;
    } finally {
      this.#exchanged.fire({ operation, outcome, duration: clock.now() - startedAt });
    }
  }
}

interface Answered {
  readonly json: unknown;
  readonly context: AnswerContext;
}

interface PlannedInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly query?: Query;
}

/** One array schema per item schema: building one costs more than checking a page. */
const listSchemas = new WeakMap<z.ZodType, z.ZodArray>();

function listOf<S extends z.ZodType>(item: S): z.ZodArray<S> {
  const list = listSchemas.get(item) ?? z.array(item);
  listSchemas.set(item, list);
  return list as z.ZodArray<S>;
}

function joinUrl(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
