import type { SandboxMiddleware } from './environment';
import { answerRefusal, Refusal } from './refusal';

/**
 * How many requests are allowed per set of credentials (API §8, which doesn't give the numbers).
 */
export interface RateLimit {
  /** Requests per window; 600 by default. */
  readonly limit?: number | undefined;
  /** Length of the window in milliseconds; a minute by default. */
  readonly windowMs?: number | undefined;
  /**
   * Whether a 429 has a Retry-After header, which the reference doesn't promise; false by default.
   */
  readonly retryAfter?: boolean | undefined;
}

interface Window {
  readonly startedAt: number;
  used: number;
}

/** Counts requests per caller in fixed windows; all unknown callers share one. */
export class RateLimiter {
  readonly #options: RateLimit;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();

  /** @param now milliseconds since 1970. */
  constructor(options: RateLimit, now: () => number) {
    this.#options = options;
    this.#now = now;
  }

  /** Starts a new window for all callers. */
  clear(): void {
    this.#windows.clear();
  }

  get middleware(): SandboxMiddleware {
    const { limit = 600, windowMs = 60_000, retryAfter = false } = this.#options;
    return async (context, next) => {
      const window = this.#windowOf(context.get('caller') ?? 'unknown', windowMs);
      const exceeded = window.used >= limit;
      window.used += 1;
      const remaining = Math.max(0, limit - window.used);
      if (exceeded) {
        context.res = answerRefusal(
          context,
          new Refusal(429, 'Too many requests. Try again later.'),
        );
        const wait = Math.max(1, Math.ceil((window.startedAt + windowMs - this.#now()) / 1000));
        if (retryAfter) context.header('Retry-After', String(wait));
      } else {
        await next();
      }
      context.header('X-RateLimit-Limit', String(limit));
      context.header('X-RateLimit-Remaining', String(remaining));
    };
  }

  #windowOf(caller: string, windowMs: number): Window {
    const known = this.#windows.get(caller);
    if (known && this.#now() < known.startedAt + windowMs) return known;
    const fresh = { startedAt: this.#now(), used: 0 };
    this.#windows.set(caller, fresh);
    return fresh;
  }
}
