import { createFetch, type $Fetch } from 'ofetch';
import type { Clock } from './scheduling/clock';
import { ApiError, cancelled, cancelledUnsent, type Operation } from './errors';

export interface HttpLimits {
  /** Time until the answer starts, including connecting, in milliseconds. */
  readonly answerTimeout: number;
  /** Time until the answer is fully read, in milliseconds. */
  readonly callTimeout: number;
  readonly maximumBody: number;
}

/** Limits for a JSON API whose largest documented answer is a page of 40 entries. */
export const defaultLimits: HttpLimits = {
  answerTimeout: 30_000,
  callTimeout: 60_000,
  maximumBody: 10 * 1024 * 1024,
};

/** Required with every request, with or without a body (API §1). */
export const jsonHeaders = { Accept: 'application/json', 'Content-Type': 'application/json' };

export interface HttpRequest {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends one request and reads its answer within the limits. Redirects are not followed, because
 * credentials would go with them (API §5 names one host and no redirects).
 * @throws ApiError `network`, `timeout`, `cancelled` or `contract`.
 */
export async function exchange(
  request: HttpRequest,
  limits: HttpLimits,
  clock: Clock,
  fetcher: $Fetch = createFetcher(),
): Promise<HttpAnswer> {
  const { operation, signal } = request;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(cancelled(operation));
  if (signal?.aborted) throw cancelledUnsent(operation);
  signal?.addEventListener('abort', onAbort, { once: true });
  const expire = (what: string, limit: number): (() => void) =>
    clock.after(limit, () =>
      stop.abort(new ApiError('timeout', operation, `${what} within ${limit / 1000} s`)),
    );
  const stopWaiting = expire('no answer', limits.answerTimeout);
  const stopReading = expire('the answer was not complete', limits.callTimeout);
  let response: Response | undefined;
  try {
    const { url, headers, body } = request;
    const { method } = operation;
    response = await fetcher.raw(url, { method, headers, body, signal: stop.signal });
    stopWaiting();
    return {
      // For a redirect that isn't followed, browsers reveal only that it is one.
      status: response.type === 'opaqueredirect' ? 302 : response.status,
      headers: response.headers,
      body: await readResponseBody(response, limits.maximumBody, operation, stop),
    };
  } catch (error) {
    throw stop.signal.aborted
      ? stop.signal.reason
      : toConnectionError(error, operation, response !== undefined);
  } finally {
    stopWaiting();
    stopReading();
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Creates a fetcher; defaults to the platform's `fetch`, as it is at the time. */
export function createFetcher(fetch?: typeof globalThis.fetch): $Fetch {
  return createFetch({
    ...(fetch && { fetch }),
    // Its own retries are off: they know neither which calls are repeatable nor the rate limit.
    defaults: { retry: 0, redirect: 'manual', ignoreResponseError: true, responseType: 'stream' },
  });
}

async function readResponseBody(
  response: Response,
  maximum: number,
  operation: Operation,
  stop: AbortController,
): Promise<string> {
  if (!response.body) return '';
  // Reading in chunks costs more than the rest of the call: only if the body may be too long.
  if (isShort(response.headers, maximum)) return response.text();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximum) {
      stop.abort(
        new ApiError('contract', operation, `the answer is longer than ${maximum} bytes`, {
          status: response.status,
          flaw: { type: 'tooLong' },
        }),
      );
      break;
    }
    text += decoder.decode(chunk, { stream: true });
  }
  stop.signal.throwIfAborted();
  return text + decoder.decode();
}

/** @param isCutOff whether the answer had begun. */
function toConnectionError(error: unknown, operation: Operation, isCutOff: boolean): ApiError {
  const code = findCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new ApiError('timeout', operation, 'no connection in time', { code });
  }
  return new ApiError('network', operation, `the connection failed${code ? ` (${code})` : ''}`, {
    code,
    isCutOff,
  });
}

function findCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

/** True if the body can't exceed the maximum; a compressed one may grow. */
function isShort(headers: Headers, maximum: number): boolean {
  const length = headers.get('content-length');
  return length !== null && Number(length) <= maximum && !headers.has('content-encoding');
}
