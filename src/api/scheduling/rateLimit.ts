import type { Clock } from './clock';
import { longestWait } from './retry';
import { readRetryAfter } from '../answer';
import type { HttpAnswer } from '../http';

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
export const priorities = ['signIn', 'person', 'background', 'indexing', 'checking'] as const;
export type Priority = (typeof priorities)[number];

export const indexingShare = 0.2;

/** Share of the limit that a priority may use itself, whatever others use. */
const shares: Partial<Record<Priority, number>> = { indexing: indexingShare, checking: 0.1 };

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

  constructor(clock: Clock) {
    this.#clock = clock;
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
    const share = shares[priority];
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
