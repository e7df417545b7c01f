import { type Clock, sleep } from './clock';
import { readRetryAfter } from '../answer';
import type { HttpAnswer } from '../http';
import { ApiError, type ApiErrorReason, isCertificateCode } from '../errors';

/** Sends requests by priority, then by arrival, and none before the rate limit allows it. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #gate: RateLimitGate;
  readonly #concurrency: number;
  readonly #queues = new Map(priorities.map((each) => [each, new Set<() => void>()]));
  #running = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, gate: RateLimitGate, concurrency: number) {
    this.#clock = clock;
    this.#gate = gate;
    this.#concurrency = concurrency;
  }

  get running(): number {
    return this.#running;
  }

  /** Runs the job when its turn comes; rejects with the signal's reason if that aborts first. */
  run<T>(job: () => Promise<T>, priority: Priority, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const queue = this.#queues.get(priority);
      const leave = (): void => {
        queue?.delete(start);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        const ended = job().finally(() => {
          this.#running -= 1;
          this.#advance();
        });
        resolve(ended);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue?.add(start);
      this.#advance();
    });
  }

  #advance(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    let wait = Number.POSITIVE_INFINITY;
    for (const [priority, queue] of this.#queues) {
      for (const start of queue) {
        if (this.#running >= this.#concurrency) return;
        const delay = this.#gate.delay(priority, this.#running);
        wait = Math.min(wait, delay || wait);
        if (delay > 0) break;
        queue.delete(start);
        this.#running += 1;
        this.#gate.started(priority);
        start();
      }
    }
    if (Number.isFinite(wait)) this.#cancelTimer = this.#clock.after(wait, () => this.#advance());
  }
}

/** The rate limit as last reported (API §8). Times are in milliseconds since the epoch. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** True if only the person's reserve is left, so that background work waits. */
  readonly isReserved: boolean;
  /** True if indexing waits for its share of the limit. */
  readonly holdsIndexing: boolean;
  readonly seenAt: number;
  /** Until when requests are held back; undefined if they aren't. */
  readonly heldUntil: number | undefined;
}

/** In order of precedence: what decides about anything else, what a person waits for, the rest. */
const priorities = ['signIn', 'person', 'background', 'indexing', 'checking'] as const;
export type Priority = (typeof priorities)[number];

export const indexingShare = 0.2;

const checkingShare = 0.1;

const minute = 60_000;
const minutesPerDay = 24 * 60;

/** How long to wait after one refusal in a row, and after two; a minute after any more. */
const firstWaits = [1_000, 3_000] as const;

/**
 * Decides when the next request may be sent. Only a refusal stops what a person asked for: what a
 * service announces may be wrong. Less urgent work stops while it should leave the rest to others;
 * then a request now and then finds out whether a new window has begun, whose length isn't
 * documented (API §8 rule 5).
 */
export class RateLimitGate {
  /** Used for elapsed time only: setting the system clock must not end or extend a wait. */
  readonly #clock: Clock;
  /** Undefined if the service announces nothing credible. */
  #limit: number | undefined;
  #remaining = Number.POSITIVE_INFINITY;
  #seenAt = 0;
  /** How old a count may get before a request finds out whether a new window has begun. */
  #maxAge = minute;
  #refusals = 0;
  #opensAt = 0;
  readonly #used = new Map<Priority, number>();
  /** Share of the limit that a priority may use itself, whatever others use. */
  readonly #shares: Partial<Record<Priority, number>>;

  constructor(clock: Clock, indexing = indexingShare) {
    this.#clock = clock;
    this.#shares = { indexing, checking: checkingShare };
  }

  get rateLimit(): RateLimit | undefined {
    if (this.#limit === undefined) return undefined;
    const now = this.#clock.elapsed();
    const toTimeOfDay = (moment: number): number => moment - now + this.#clock.now();
    return {
      limit: this.#limit,
      remaining: this.#remaining,
      isReserved: this.#remaining <= reserveOf(this.#limit),
      holdsIndexing: this.delay('indexing', 0) > 0,
      seenAt: toTimeOfDay(this.#seenAt),
      heldUntil: this.#opensAt > now ? toTimeOfDay(this.#opensAt) : undefined,
    };
  }

  /** Records an answer; `inFlight` counts the running requests, including its own. */
  observe({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, inFlight: number): void {
    if (status === 429) this.#hold(headers);
    else this.#count(headers, inFlight);
    this.#seenAt = this.#clock.elapsed();
  }

  /** In milliseconds: 0 means send now, infinity means wait for the answer to one in flight. */
  delay(priority: Priority, inFlight: number): number {
    const now = this.#clock.elapsed();
    const isUrgent = priority === 'signIn' || priority === 'person';
    const left = this.#remaining - inFlight;
    const isFree = isUrgent
      ? left > 0
      : left > reserveOf(this.#limit ?? 0) && !this.#hasUsedShare(priority);
    const opensAt = isUrgent || isFree ? 0 : this.#seenAt + this.#maxAge;
    const wait = Math.ceil(Math.max(this.#opensAt, opensAt) - now);
    if (wait > 0) return wait;
    return isFree || inFlight === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  started(priority: Priority): void {
    this.#used.set(priority, (this.#used.get(priority) ?? 0) + 1);
  }

  #hasUsedShare(priority: Priority): boolean {
    const share = this.#shares[priority];
    if (share === undefined || this.#limit === undefined) return false;
    return (this.#used.get(priority) ?? 0) >= Math.max(1, Math.floor(this.#limit * share));
  }

  /** Reads `X-RateLimit-Limit` and `X-RateLimit-Remaining` (API §8 rule 3). */
  #count(headers: Headers, inFlight: number): void {
    this.#refusals = 0;
    // It was answered although none remained: what was announced is wrong, or a new window began.
    if (this.#remaining === 0) {
      this.#limit = undefined;
      this.#remaining = Number.POSITIVE_INFINITY;
    }
    const limit = readCount(headers.get('x-ratelimit-limit'));
    const remaining = readCount(headers.get('x-ratelimit-remaining'));
    if (!limit || remaining === undefined || (remaining === 0 && !this.#limit)) return;
    const isStale = this.#clock.elapsed() >= this.#seenAt + this.#maxAge;
    // Answers overtake each other, so only more than the requests in flight means a new window, but
    // after a pause anything that isn't less.
    if (limit !== this.#limit || remaining > this.#remaining + (isStale ? -1 : inFlight)) {
      this.#limit = limit;
      this.#remaining = remaining;
      this.#maxAge = minute;
      // Those in flight may count for the new window already.
      for (const [each, sent] of this.#used) this.#used.set(each, Math.min(sent, inFlight));
      return;
    }
    this.#remaining = Math.min(this.#remaining, remaining);
    // Asking uses requests: with growing pauses, half of the reserve lasts for a day.
    const growth = isStale ? minutesPerDay ** (2 / reserveOf(limit)) : 1;
    this.#maxAge = Math.min(minutesPerDay * minute, this.#maxAge * growth);
  }

  /** Holds back everything after a refusal (API §8 rule 4). */
  #hold(headers: Headers): void {
    this.#remaining = 0;
    const now = this.#clock.elapsed();
    const retryAt = readRetryAfter(headers, this.#clock.now());
    if (retryAt !== undefined) {
      const wait = Math.min(retryAt - this.#clock.now(), longestWait);
      this.#opensAt = Math.max(this.#opensAt, now + wait);
    } else if (now >= this.#opensAt) {
      this.#opensAt = now + (firstWaits[this.#refusals] ?? minute);
      this.#refusals += 1;
    }
  }
}

function reserveOf(limit: number): number {
  return Math.ceil(limit * 0.2);
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const maximumRetries = 3;
const firstDelay = 300;
/** Longest wait before a retry; beyond it the error says when to try again. */
const longestWait = 120_000;

interface RetryContext {
  readonly clock: Clock;
  readonly random: () => number;
  /** True for reads only, because repeating them is harmless. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Retries a call if that can help and is harmless: reads after 429, 50x, a proxy's page and
 * connection failures; writes only if the service certainly did nothing (429, connection refused).
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { clock, random, repeatable, signal }: RetryContext,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait =
        error.retryAt === undefined
          ? firstDelay * 2 ** tries * (0.5 + random() / 2)
          : error.retryAt - clock.now();
      const mayWait = tries < maximumRetries && wait <= longestWait;
      if (!mayWait || !mayRepeat(error, repeatable)) throw error;
      await sleep(clock, wait, signal);
    }
  }
}

/** Failures that may be temporary. */
const passing: ReadonlySet<ApiErrorReason> = new Set(['server', 'network', 'blocked']);

function mayRepeat(error: ApiError, repeatable: boolean): boolean {
  if (error.reason === 'rateLimited') return true;
  // The certificate won't be trusted on a retry either.
  if (isCertificateCode(error.code)) return false;
  if (repeatable) return passing.has(error.reason);
  return error.reason === 'network' && error.isUnsent;
}

interface SharedRead {
  readonly result: Promise<unknown>;
  readonly stop: AbortController;
  readers: number;
}

/** Lets identical reads share one request, which is cancelled once every reader has cancelled. */
export class SharedReads {
  readonly #reads = new Map<string, SharedRead>();

  /** Joins the read with this key or starts it; rejects with the signal's reason if that aborts. */
  read<T>(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const shared = this.#reads.get(key) ?? this.#start(key, start);
      shared.readers += 1;
      const leave = (): void => {
        shared.readers -= 1;
        if (shared.readers === 0) {
          this.#forget(key, shared);
          shared.stop.abort(signal?.reason);
        }
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      shared.result
        .finally(() => signal?.removeEventListener('abort', leave))
        .then(resolve as (value: unknown) => void, reject);
    });
  }

  /** Stops new readers from joining the reads in flight, whose answers may predate a write. */
  close(): void {
    this.#reads.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): SharedRead {
    const stop = new AbortController();
    const result = start(stop.signal).finally(() => this.#forget(key, shared));
    const shared: SharedRead = { stop, readers: 0, result };
    this.#reads.set(key, shared);
    return shared;
  }

  #forget(key: string, shared: SharedRead): void {
    if (this.#reads.get(key) === shared) this.#reads.delete(key);
  }
}
