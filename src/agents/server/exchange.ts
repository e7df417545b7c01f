import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from './protocol';

/** The largest body of a request, in bytes. */
const largestBody = 1024 * 1024;

/** Reads a body; undefined if it's larger than allowed. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > largestBody) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > largestBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Aborts once the caller has gone away. */
export function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

/** Keep-alive interval in milliseconds: many clients that listen hang up without one. */
const signMs = 30_000;

/**
 * Keeps an answer open as long as the client listens. It receives nothing, but expects to find the
 * server at the same address until it disconnects.
 */
export function keepOpen(response: ServerResponse): void {
  startEvents(response);
  const timer = setInterval(() => response.write(':\n\n'), signMs);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}

function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
}

/** Sends a message before the answer. */
export function push(response: ServerResponse, message: object): void {
  if (!response.headersSent) startEvents(response);
  response.write(toServerSentEvent(message));
}

/** Sends an answer. */
export function send(response: ServerResponse, { status, body, headers }: Reply): void {
  if (response.headersSent) {
    response.end(body && toServerSentEvent(body));
    return;
  }
  const type = body ? { 'content-type': 'application/json' } : {};
  response.writeHead(status, { ...type, ...headers }).end(body && JSON.stringify(body));
}

function toServerSentEvent(message: object): string {
  return `data: ${JSON.stringify(message)}\n\n`;
}

/** Ends an answer after an error without revealing anything about it. */
export function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else refuse(response, 500);
}

/** Answers with a status alone, without reading the rest of the request. */
export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}
