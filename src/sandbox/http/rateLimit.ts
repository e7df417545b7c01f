import type { SandboxMiddleware } from './environment';
import { answerRefusal, Refusal } from './refusal';

/** How many requests one set of credentials may make (reference §8; the numbers are not given there). */
export interface RateLimit {
  /** Requests per window; 600 by default. */
  readonly limit?: number | undefined;
  /** Length of the window in milliseconds; a minute by default. */
  readonly windowMs?: number | undefined;
  /** Whether a 429 carries Retry-After, which the reference does not promise; no by default. */
  readonly retryAfter?: boolean | undefined;
}

interface Window {
  readonly startedAt: number;
  used: number;
}

/** Counts requests per caller in fixed windows; unknown callers share one. */
export function limitRate(options: RateLimit, now: () => number): SandboxMiddleware {
  const { limit = 600, windowMs = 60_000, retryAfter = false } = options;
  const windows = new Map<string, Window>();

  const windowOf = (caller: string): Window => {
    const known = windows.get(caller);
    if (known && now() < known.startedAt + windowMs) return known;
    const fresh = { startedAt: now(), used: 0 };
    windows.set(caller, fresh);
    return fresh;
  };

  return async (context, next) => {
    const window = windowOf(context.get('caller') ?? 'unknown');
    const exceeded = window.used >= limit;
    window.used += 1;
    const remaining = Math.max(0, limit - window.used);
    if (exceeded) {
      context.res = answerRefusal(context, new Refusal(429, 'Too many requests. Try again later.'));
      const wait = Math.max(1, Math.ceil((window.startedAt + windowMs - now()) / 1000));
      if (retryAfter) context.header('Retry-After', String(wait));
    } else {
      await next();
    }
    context.header('X-RateLimit-Limit', String(limit));
    context.header('X-RateLimit-Remaining', String(remaining));
  };
}
