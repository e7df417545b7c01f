import type * as z from 'zod/mini';
import { type AnswerContext, checkAnswer, checkItems, parseAnswer } from './answer';
import { type Clock, systemClock } from './scheduling/clock';
import type { ApiVersion, Endpoint, ListEndpoint } from './contract/endpoint';
import {
  type Credentials,
  credentialValues,
  isSendable,
  secretsOf,
  toAuthorization,
} from './credentials';
import {
  ApiError,
  cancelledUnsent,
  isMissing,
  type ApiErrorReason,
  type Operation,
  readOnly,
} from './errors';
import { createFetcher, defaultLimits, exchange, type HttpLimits, jsonHeaders } from './http';
import type { Lenient } from './lenient';
import {
  largestPage,
  openEnvelope,
  type Page,
  toPage,
  type PageOutcome,
  readPages,
} from './paging';
import {
  type Priority,
  type RateLimit,
  RateLimitGate,
  Scheduler,
  withRetries,
  SharedReads,
} from './scheduling/scheduler';
import {
  type CallInput,
  chooseVersions,
  planRequest,
  type Query,
  type PlannedInput,
  type RequestPlan,
  type ServiceAddress,
} from './request';
import { Emitter, type Event } from '../base/emitter';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Defaults to `person`. */
  readonly priority?: Priority;
  readonly version?: ApiVersion;
  /** Sent even if nothing may be written any more: the person agreed to it when it could. */
  readonly isAgreed?: boolean | undefined;
}

export interface ListOptions extends CallOptions {
  readonly filters?: Query;
}

/** One finished exchange, for logging; contains no credentials or content. */
export interface Exchange {
  readonly operation: Operation;
  readonly version: ApiVersion;
  /** The operation's path with names in place of ids, and the reference's words. */
  readonly template: string;
  readonly outcome: number | ApiErrorReason;
  /** From sending the request to the end of the answer, in milliseconds. */
  readonly duration: number;
}

export interface ClientOptions {
  readonly target: ServiceAddress;
  /** Called before every request: the client keeps no credentials. Planned ones have no version. */
  readonly credentials: (version?: ApiVersion, path?: string) => Promise<Credentials>;
  /** Asked before every request that isn't a read. */
  readonly mayWrite?: () => Promise<boolean>;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly concurrency?: number;
  readonly limits?: HttpLimits;
  readonly fetch?: typeof globalThis.fetch;
  /** The share of the rate limit that indexing may use. */
  readonly indexingShare?: number | undefined;
}

/** Calls the service for one account; nothing else talks to the service. */
export class ApiClient {
  readonly #options: Required<Omit<ClientOptions, 'fetch' | 'indexingShare'>>;
  readonly #fetcher: ReturnType<typeof createFetcher>;
  readonly #gate: RateLimitGate;
  readonly #scheduler: Scheduler;
  readonly #sharedReads = new SharedReads();
  readonly #exchanged = new Emitter<Exchange>();
  /** The version that answered an operation that the preferred version doesn't offer. */
  readonly #answering = new Map<string, ApiVersion>();
  /** The credentials' kind, which never changes for a client; reading them is a round trip. */
  #kind: Credentials['kind'] | undefined;

  readonly onDidExchange: Event<Exchange> = this.#exchanged.event;

  constructor(options: ClientOptions) {
    this.#options = {
      mayWrite: () => Promise.resolve(true),
      clock: systemClock,
      random: Math.random,
      concurrency: 4,
      limits: defaultLimits,
      ...options,
    };
    this.#fetcher = createFetcher(options.fetch);
    const { clock, concurrency } = this.#options;
    this.#gate = new RateLimitGate(clock, options.indexingShare);
    this.#scheduler = new Scheduler(clock, this.#gate, concurrency);
  }

  get rateLimit(): RateLimit | undefined {
    return this.#gate.rateLimit;
  }

  /** @throws ApiError if nothing may be written to the account right now. */
  async requireWritable(operation: Operation = { method: 'PATCH', path: '' }): Promise<void> {
    if (!(await this.#options.mayWrite().catch(() => false))) throw readOnly(operation);
  }

  /** @throws ApiError and nothing else. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: CallOptions = {},
  ): Promise<Lenient<z.output<E['answer']>>> {
    const { answer, json, context } = await this.#send(endpoint, input, options);
    return checkAnswer(answer as E['answer'], json, context);
  }

  /** @throws ApiError and nothing else. */
  async page<E extends ListEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    number: number,
    options: ListOptions = {},
  ): Promise<Page<Lenient<z.output<E['answer']>>>> {
    const query = { ...options.filters, perPage: largestPage, page: number };
    const { answer, json, context } = await this.#send(endpoint, { ...input, query }, options);
    const raw = openEnvelope(json);
    const { items, unreadable } = checkItems(answer as E['answer'], raw.items, context);
    return toPage(items, raw, number, largestPage, unreadable);
  }

  /** Reads a list page by page, in order, prefetching as far as the concurrency allows. */
  pages<E extends ListEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: ListOptions = {},
  ): AsyncGenerator<PageOutcome<Lenient<z.output<E['answer']>>>, void, undefined> {
    return readPages(
      (number) => this.page(endpoint, input, number, options),
      this.#options.concurrency,
    );
  }

  /** @throws ApiError if the call would be rejected before sending. */
  async plan<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options: Pick<CallOptions, 'version'> = {},
  ): Promise<RequestPlan> {
    const { kind } = await this.#credentials(endpoint);
    const [version] = chooseVersions(endpoint, kind, options.version);
    return planRequest(endpoint, version, input, this.#options.target.pathWords);
  }

  /** Calls the first alternative that the service offers. */
  #send(endpoint: Endpoint, input: PlannedInput, options: CallOptions): Promise<Received> {
    return firstOffered([endpoint, ...(endpoint.otherwise ?? [])], (way) =>
      typeof way === 'string'
        ? this.#sendOne(endpoint, input, { ...options, version: way })
        : this.#sendOne(way, input, options),
    );
  }

  /** Tries other versions if an operation was only observed, and keeps to the one that works. */
  async #sendOne(endpoint: Endpoint, input: PlannedInput, options: CallOptions): Promise<Received> {
    this.#kind ??= (await this.#credentials(endpoint)).kind;
    const versions = chooseVersions(endpoint, this.#kind, options.version);
    const known = versions.find((version) => version === this.#answering.get(endpoint.id));
    return firstOffered(known ? [known] : versions, async (version) => {
      const received = await this.#sendUnder(version, endpoint, input, options);
      if (version !== versions[0]) this.#answering.set(endpoint.id, version);
      return received;
    });
  }

  async #sendUnder(
    version: ApiVersion,
    endpoint: Endpoint,
    input: PlannedInput,
    options: CallOptions,
  ): Promise<Received> {
    const plan = planRequest(endpoint, version, input, this.#options.target.pathWords);
    const operation = { method: plan.method, path: plan.path.split('?')[0] ?? plan.path };
    const repeatable = endpoint.method === 'GET';
    const priority = options.priority ?? 'person';
    const perform = (signal: AbortSignal | undefined): Promise<Received> =>
      withRetries(
        () =>
          this.#scheduler.run(
            () => this.#exchange(plan, operation, endpoint, { ...options, signal }),
            priority,
            signal,
          ),
        { ...this.#options, repeatable, signal },
      );
    try {
      return await (repeatable
        ? this.#sharedReads.read(`${priority} ${plan.path}`, perform, options.signal)
        : perform(options.signal).finally(() => this.#sharedReads.close()));
    } catch (error) {
      if (error instanceof ApiError || !options.signal?.aborted) throw error;
      // An exchange only throws ApiErrors; anything else is the signal's reason for ending a wait.
      throw cancelledUnsent(operation);
    }
  }

  /** The account's credentials. An error of the store may quote them, so it is never passed on. */
  async #credentials({ method, path }: Operation, version?: ApiVersion): Promise<Credentials> {
    let credentials: Credentials | undefined;
    try {
      credentials = await this.#options.credentials(version, path);
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
    endpoint: Endpoint,
    { signal, isAgreed }: CallOptions,
  ): Promise<Received> {
    const { clock, target, limits } = this.#options;
    const { version } = plan;
    const credentials = await this.#credentials(operation, version);
    if (operation.method !== 'GET' && !isAgreed) await this.requireWritable(operation);
    const startedAt = clock.now();
    let outcome: Exchange['outcome'] = 'network';
    try {
      const answer = await exchange(
        {
          operation,
          url: target.baseUrl.replace(/\/+$/, '') + plan.path,
          headers: { ...jsonHeaders, Authorization: toAuthorization(credentials) },
          body: plan.body === undefined ? undefined : JSON.stringify(plan.body),
          signal,
        },
        limits,
        clock,
        this.#fetcher,
      );
      outcome = answer.status;
      this.#gate.observe(answer, this.#scheduler.running);
      const secrets = [...secretsOf(credentials), ...credentialValues(plan.body)];
      const { status } = answer;
      const source = endpoint.versions[version] ?? 'observed';
      const context = { operation, source, secrets, now: clock.now(), status };
      return { answer: endpoint.answer, json: parseAnswer(answer, context), context };
    } catch (error) {
      if (error instanceof ApiError) outcome = error.status ?? error.reason;
      throw error;
    } finally {
      const template = `/api/${version}${endpoint.path}`;
      const duration = clock.now() - startedAt;
      this.#exchanged.fire({ operation, version, template, outcome, duration });
    }
  }
}

interface Received {
  /** The schema of the alternative that answered. */
  readonly answer: z.ZodMiniType;
  readonly json: unknown;
  readonly context: AnswerContext;
}

/** @throws the first error if all are missing, which then says all there is to know. */
async function firstOffered<Way>(
  ways: readonly Way[],
  send: (way: Way) => Promise<Received>,
): Promise<Received> {
  let missing: unknown;
  for (const way of ways) {
    try {
      return await send(way);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing ??= error;
    }
  }
  throw missing;
}
