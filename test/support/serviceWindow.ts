import type { Clock } from '../../src/api/scheduling/clock';

/** How a service counted one request. */
export interface Count {
  readonly isRefused: boolean;
  readonly headers: Headers;
}

/** A service's side of a rate limit: so many requests per fixed window, aligned to its own time. */
export class ServiceWindow {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #length: number;
  readonly #phase: number;
  #window = -1;
  #used = 0;

  /** `length` and `phase` (when a window begins, as an offset) are milliseconds. */
  constructor(clock: Clock, limit: number, length: number, phase = 0) {
    this.#clock = clock;
    this.#limit = limit;
    this.#length = length;
    this.#phase = phase;
  }

  count(): Count {
    const window = Math.floor((this.#clock.now() + this.#phase) / this.#length);
    if (window !== this.#window) this.#used = 0;
    this.#window = window;
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
