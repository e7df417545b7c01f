import type { Clock } from './clock';
import { longestWait } from './retry';
import { readRetryAfter } from '../answer';
import type { HttpAnswer } from '../http';
import { Emitter, type Event } from '../../base/emitter';

/** The rate limit as last reported (API §8). Times are in milliseconds since the epoch. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly seenAt: number;
  /** Until when requests are held back; undefined if they aren't. */
  readonly heldUntil: number | undefined;
}

/**
 * In order of precedence, from what decides whether anything else can be sent, and what a person is
 * waiting for, to what can wait longest.
 */
export const priorities = ['signIn', 'person', 'background', 'indexing', 'checking'] as const;
/** How urgent a request is. */
export type Priority = (typeof priorities)[number];

/** Share of the limit that everything else leaves to what a person is waiting for. */
const reserve = 0.2;

/** Share of the limit that indexing may use. */
export const indexingShare = 0.2;

/** Share of the limit that a priority may use itself, whatever others use. */
const ownShare: Readonly<Record<Priority, number>> = {
  signIn: 1,
  person: 1,
  background: 1,
  indexing: indexingShare,
  checking: 0.1,
};

const unused: Readonly<Record<Priority, number>> = {
  signIn: 0,
  person: 0,
  background: 0,
  indexing: 0,
  checking: 0,
};

const minute = 60_000;
const longestWindow = 24 * 60 * minute;

/** How long to wait after one refusal in a row, after two, and after any more. */
const waits = [2_000, 6_000] as const;

/** Whether only the person's reserve is left, so that background work waits. */
export function isReserved({ limit, remaining }: RateLimit): boolean {
  return remaining <= reserveOf(limit);
}

/**
 * Decides when the next request may be sent. Only a refusal stops what a person asked for: what a
 * service announces may be wrong. Less urgent work stops while it should leave the rest to others;
 * then a request now and then finds out whether a new window has begun, whose length isn't
 * documented (API §8 rule 5).
 */
export class RateLimitGate {
  /** Used for elapsed time only: setting the system clock must not end or extend a wait. */
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #changed = new Emitter<RateLimit | undefined>();
  /** Fires after every answer; with undefined if the service announces nothing credible. */
  readonly onDidChange: Event<RateLimit | undefined> = this.#changed.event;
  #limit: number | undefined;
  #remaining = Number.POSITIVE_INFINITY;
  #seenAt = 0;
  /** How old a count may get before a request finds out whether a new window has begun. */
  #patience = minute;
  #isDisproved = false;
  #refusals = 0;
  #opensAt = 0;
  /** How many requests of each priority were sent in this window. */
  #used: Record<Priority, number> = { ...unused };
  /** Whether no other request was running when the last one was sent. */
  #isAlone = false;

  /** @param random returns a number in [0, 1), for jitter. */
  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Until when a refusal holds everything back, in milliseconds since the epoch. */
  get opensAt(): number {
    return this.#toTimeOfDay(this.#opensAt);
  }

  /** Records an answer; `inFlight` counts the running requests, including its own. */
  observe({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>, inFlight: number): void {
    if (status === 429) this.#hold(headers);
    else {
      this.#refusals = 0;
      this.#count(headers, inFlight);
    }
    this.#seenAt = this.#clock.elapsed();
    this.#changed.fire(this.#describe());
  }

  /**
   * How long the next request of this priority must wait, in milliseconds: 0 means send now,
   * infinity means wait for the answer to one in flight.
   */
  delay(priority: Priority, inFlight: number): number {
    const now = this.#clock.elapsed();
    if (now < this.#opensAt) return Math.ceil(this.#opensAt - now);
    const isUrgent = priority === 'signIn' || priority === 'person';
    const left = isUrgent ? 0 : reserveOf(this.#limit ?? 0);
    if (this.#remaining - inFlight > left && !this.#hasUsedShare(priority)) return 0;
    const opensAt = isUrgent ? now : this.#seenAt + this.#patience;
    if (now < opensAt) return Math.ceil(opensAt - now);
    return inFlight === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Records that a request is being sent; `running` includes it. */
  started(priority: Priority, running: number): void {
    this.#isAlone = running === 1;
    this.#used[priority] += 1;
  }

  /** Requests in flight may count for the new window already. */
  #begin(inFlight: number): void {
    for (const each of priorities) this.#used[each] = Math.min(this.#used[each], inFlight);
  }

  #hasUsedShare(priority: Priority): boolean {
    if (this.#limit === undefined || this.#isDisproved || ownShare[priority] === 1) return false;
    return this.#used[priority] >= Math.max(1, Math.floor(this.#limit * ownShare[priority]));
  }

  /** Reads `X-RateLimit-Limit` and `X-RateLimit-Remaining` (API §8 rule 3). */
  #count(headers: Headers, inFlight: number): void {
    const limit = readCount(headers.get('x-ratelimit-limit'));
    const remaining = readCount(headers.get('x-ratelimit-remaining'));
    if (this.#remaining === 0) this.#patience = minute;
    const isCounted = limit !== undefined && remaining !== undefined;
    if (isCounted && remaining > 0) this.#isDisproved = false;
    // It was answered although none remained.
    else if (this.#remaining === 0) this.#isDisproved = true;
    if (this.#isDisproved) this.#remaining = Number.POSITIVE_INFINITY;
    else if (isCounted) {
      const isNew = limit !== this.#limit || this.#hasRisen(remaining, inFlight);
      if (isNew) {
        this.#patience = minute;
        this.#begin(inFlight);
      } else if (this.#isStale) this.#patience *= growthOf(limit);
      this.#limit = limit;
      this.#remaining = isNew ? remaining : Math.min(this.#remaining, remaining);
    }
  }

  /**
   * Answers overtake each other: only a rise beyond the requests in flight means a new window, or
   * one that the only request found.
   */
  #hasRisen(remaining: number, inFlight: number): boolean {
    const overtaken = this.#isAlone && inFlight <= 1 ? 0 : inFlight;
    return remaining > this.#remaining + overtaken;
  }

  get #isStale(): boolean {
    return this.#clock.elapsed() >= this.#seenAt + this.#patience;
  }

  /** Holds back everything after a refusal (API §8 rule 4). */
  #hold(headers: Headers): void {
    const now = this.#clock.elapsed();
    if (this.#isStale) this.#patience *= 2;
    this.#remaining = 0;
    this.#isDisproved = false;
    const retryAt = readRetryAfter(headers, this.#clock.now());
    if (retryAt !== undefined) {
      const wait = Math.min(retryAt - this.#clock.now(), longestWait);
      this.#opensAt = Math.max(this.#opensAt, now + wait);
    } else if (now >= this.#opensAt) {
      const wait = waits[this.#refusals];
      this.#refusals += 1;
      this.#opensAt =
        now + (wait === undefined ? minute : Math.ceil(wait * (0.5 + this.#random() / 2)));
    }
  }

  #toTimeOfDay(moment: number): number {
    return moment - this.#clock.elapsed() + this.#clock.now();
  }

  #describe(): RateLimit | undefined {
    if (this.#limit === undefined || this.#isDisproved) return undefined;
    return {
      limit: this.#limit,
      remaining: this.#remaining,
      seenAt: this.#toTimeOfDay(this.#seenAt),
      heldUntil: this.#opensAt > this.#clock.elapsed() ? this.opensAt : undefined,
    };
  }
}

function reserveOf(limit: number): number {
  return Math.ceil(limit * reserve);
}

/** Asking uses requests: with growing pauses, half of the reserve lasts for the longest window. */
function growthOf(limit: number): number {
  const asked = Math.max(1, Math.floor(reserveOf(limit) / 2));
  return Math.max(2, (longestWindow / minute) ** (1 / asked));
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
