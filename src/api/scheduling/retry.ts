import { type Clock, sleep } from './clock';
import { ApiError, type ApiErrorReason, isCertificateCode } from '../errors';

const maximumRetries = 3;
const firstDelay = 300;
/** Longest wait before a retry; beyond it the error says when to try again. */
export const longestWait = 120_000;

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
