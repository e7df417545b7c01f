import type { Clock } from './clock';
import { Emitter, type Event } from '../shared/emitter';

/** What the service last said about its rate limit (reference §8). Times are in ms since the epoch. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly seenAt: number;
  /** Until when requests are held back, where they are. */
  readonly heldUntil: number | undefined;
}

/** A person's gesture, or work that nobody waits for. */
export type Priority = 'person' | 'background';

/** The share of the limit that background work leaves to the person. */
const reservedShare = 0.2;

/** The share of the window that is let pass before asking again whether it is over. */
const probePause = 1 / 60;

/** Whether only the share that is kept for the person is left, so that background work waits. */
export function isReserved({ limit, remaining }: RateLimit): boolean {
  return remaining <= Math.ceil(limit * reservedShare);
}

/**
 * Decides when the next request may go. The window's length is not documented (reference §8 rule 5):
 * it is assumed, and whenever the service shows that a new window began, that is believed.
 */
export class RateLimitGate {
  readonly #clock: Clock;
  readonly #window: number;
  readonly #changed = new Emitter<RateLimit>();
  readonly onDidChange: Event<RateLimit> = this.#changed.event;
  #limit: number | undefined;
  #remaining = Number.POSITIVE_INFINITY;
  #seenAt = 0;
  #windowEndsAt = 0;
  /** When a request may go although nothing is known to remain. */
  #opensAt = 0;
  #lastBackgroundAt = 0;

  constructor(clock: Clock, window: number) {
    this.#clock = clock;
    this.#window = window;
  }

  /** Takes in `X-RateLimit-Limit` and `X-RateLimit-Remaining` (reference §8 rule 3). */
  observe(headers: Headers, inFlight: number): void {
    const limit = readCount(headers.get('x-ratelimit-limit'));
    const remaining = readCount(headers.get('x-ratelimit-remaining'));
    if (limit === undefined || remaining === undefined) {
      if (this.#limit === undefined) this.#remaining = Number.POSITIVE_INFINITY;
      return;
    }
    const now = this.#clock.now();
    // Answers overtake each other: only a rise beyond what is under way means a new window.
    const isNewWindow = this.#limit === undefined || remaining > this.#remaining + inFlight;
    if (isNewWindow) this.#opensAt = this.#windowEndsAt = now + this.#window;
    // The window should be over and is not: asking on at once would use up what little may be left.
    else if (now >= this.#opensAt) this.#opensAt = now + this.#window * probePause;
    this.#remaining = isNewWindow ? remaining : Math.min(this.#remaining, remaining);
    this.#limit = limit;
    this.#seenAt = now;
    this.#tell();
  }

  /**
   * Holds every request back until then, though no longer than a window: the service refused one
   * (reference §8 rule 4).
   */
  hold(until: number): void {
    this.#opensAt = Math.min(until, this.#clock.now() + this.#window);
    this.#remaining = 0;
    this.#tell();
  }

  /**
   * How long the next request of this priority has to wait, in milliseconds: 0 means go; infinity
   * means until one that is under way has been answered.
   */
  delay(priority: Priority, inFlight: number): number {
    const now = this.#clock.now();
    const reserve = priority === 'background' ? Math.ceil((this.#limit ?? 0) * reservedShare) : 0;
    const budget = this.#remaining - inFlight - reserve;
    if (budget > 0) return priority === 'background' ? this.#pace(now, budget) : 0;
    if (now < this.#opensAt) return this.#opensAt - now;
    // The window should be over: one request finds out, the others wait for its answer.
    return inFlight === 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Notes that a request of this priority goes now. */
  started(priority: Priority): void {
    if (priority === 'background') this.#lastBackgroundAt = this.#clock.now();
  }

  /** When the assumed window ends, for a refusal that names no time. */
  get windowEndsAt(): number {
    return this.#windowEndsAt;
  }

  /** Spreads background work over the rest of the window once half of the limit is used. */
  #pace(now: number, budget: number): number {
    if (this.#limit === undefined || this.#remaining > this.#limit / 2) return 0;
    const spacing = Math.max(0, this.#windowEndsAt - now) / budget;
    return Math.max(0, Math.ceil(this.#lastBackgroundAt + spacing - now));
  }

  #tell(): void {
    if (this.#limit === undefined) return;
    this.#changed.fire({
      limit: this.#limit,
      remaining: this.#remaining,
      seenAt: this.#seenAt,
      heldUntil: this.#remaining === 0 ? this.#opensAt : undefined,
    });
  }
}

function readCount(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}
