import { type Clock, sleep } from './clock';
import { ApiError, isCertificateCode } from './errors';

/** How often a call is repeated after its first try. */
const maximumRetries = 3;
const firstDelay = 300;
const firstRateLimitDelay = 2_000;
/** Nobody waits longer than this for a call to be repeated; then the error tells when to try again. */
const longestWait = 120_000;

/** What the decision to repeat a call rests on. */
export interface RetryContext {
  readonly clock: Clock;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
  /** Whether repeating does no harm: true for reads only. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
  /** Tells that all requests had better wait, because one was refused by the rate limit. */
  readonly onRateLimited: (until: number) => void;
  /** When the assumed rate limit window ends, in milliseconds since the epoch. */
  readonly windowEndsAt: () => number;
}

/**
 * Repeats a call where that can help and does no harm: reads after 429, 50x and connection failures;
 * writes only where the service certainly did nothing (429, connection refused).
 */
export async function withRetries<T>(call: () => Promise<T>, context: RetryContext): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const until = retryTime(error, tries, context);
      if (error.reason === 'rateLimited') context.onRateLimited(until);
      const wait = until - context.clock.now();
      const mayWait = tries < maximumRetries && wait <= longestWait;
      if (!mayWait || !mayRepeat(error, context.repeatable)) throw error;
      await sleep(context.clock, wait, context.signal);
    }
  }
}

/** Codes of connections that never came about, so that nothing was sent. */
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

function mayRepeat(error: ApiError, repeatable: boolean): boolean {
  if (error.reason === 'rateLimited') return true;
  // It will not be trusted the next moment either.
  if (isCertificateCode(error.code)) return false;
  if (repeatable) return error.reason === 'server' || error.reason === 'network';
  return error.reason === 'network' && unsentCodes.has(error.code ?? '');
}

function retryTime(error: ApiError, tries: number, context: RetryContext): number {
  const now = context.clock.now();
  if (error.retryAt !== undefined) return error.retryAt;
  const jitter = 0.5 + context.random() / 2;
  if (error.reason !== 'rateLimited') return now + firstDelay * 2 ** tries * jitter;
  const backOff = now + firstRateLimitDelay * 3 ** tries * jitter;
  // The last try had better not be wasted: it waits until the window must be over.
  return tries === maximumRetries - 1 ? Math.max(backOff, context.windowEndsAt()) : backOff;
}
