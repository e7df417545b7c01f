import type { Clock } from '../../src/api/scheduling/clock';

/** How a service counted one request. */
export interface Count {
  readonly isRefused: boolean;
  readonly headers: Headers;
}

/** A service's side of a rate limit: so many requests per window of a fixed length. */
export class ServiceWindow {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #length: number;
  readonly #phase: number | undefined;
  #endsAt = Number.NEGATIVE_INFINITY;
  #used = 0;

  /**
   * `length` and `phase` are milliseconds. Windows are aligned to the service's own time, which `phase`
   * is an offset of; with `undefined`, the first request after one ended begins the next.
   */
  constructor(clock: Clock, limit: number, length: number, phase: number | undefined) {
    this.#clock = clock;
    this.#limit = limit;
    this.#length = length;
    this.#phase = phase;
  }

  count(): Count {
    const now = this.#clock.now();
    if (now >= this.#endsAt) {
      this.#used = 0;
      const since = this.#phase === undefined ? 0 : (now + this.#phase) % this.#length;
      this.#endsAt = now - since + this.#length;
    }
    this.#used += 1;
    return {
      isRefused: this.#used > this.#limit,
      headers: new Headers({
        'X-RateLimit-Limit': String(this.#limit),
        'X-RateLimit-Remaining': String(Math.max(0, this.#limit - this.#used)),
      }),
    };
  }
}
