import type { IncomingHttpHeaders } from 'node:http';
import type { Message } from './message';

/**
 * The running calls of sessions. A client cancels one by another message, and stays connected.
 */
export class Cancellations {
  readonly #running = new Map<string, AbortController>();

  /** Does the work of a call until it's cancelled or its client disconnects. */
  async run<T>(
    headers: IncomingHttpHeaders,
    { id }: Message,
    gone: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const key = toKey(headers, id);
    if (key === undefined) return work(gone);
    const stop = new AbortController();
    this.#running.set(key, stop);
    try {
      return await work(AbortSignal.any([gone, stop.signal]));
    } finally {
      this.#running.delete(key);
    }
  }

  /** Handles a message that needs no answer; it may cancel a call. */
  take(headers: IncomingHttpHeaders, { method, params }: Message): void {
    if (method !== 'notifications/cancelled') return;
    const key = toKey(headers, params['requestId']);
    if (key !== undefined) this.#running.get(key)?.abort();
  }
}

/** Ids are only unique within a session. */
function toKey(headers: IncomingHttpHeaders, id: unknown): string | undefined {
  const session = headers['mcp-session-id'];
  const isId = typeof id === 'string' || typeof id === 'number';
  return typeof session === 'string' && isId ? JSON.stringify([session, id]) : undefined;
}
