import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as received. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Answers one request; `count` is the number of earlier requests. */
export type Respond = (
  request: RecordedRequest,
  response: ServerResponse,
  count: number,
) => unknown;

/** A local server with scripted answers that records requests. */
export interface RecordingServer {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** How many exchanges are in progress. */
  readonly open: number;
  close(): Promise<void>;
}

/** Starts a server that records every request before `respond` answers it. */
export async function startRecordingServer(respond: Respond): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  let open = 0;
  const server = await listen((message, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    void readText(message).then(
      (body) => {
        const request = {
          method: message.method ?? '',
          target: message.url ?? '',
          headers: message.headers,
          body,
        };
        requests.push(request);
        return respond(request, response, requests.length - 1);
      },
      () => response.destroy(),
    );
  });
  return {
    url: server.url,
    requests,
    get open() {
      return open;
    },
    close: () => server.close(),
  };
}

/** Sends a request on to the service at `url`, or another body instead. */
export function forward(
  url: string,
  { method, target, headers, body: own }: RecordedRequest,
  body = own,
): Promise<Response> {
  return fetch(url + target, {
    method,
    headers: {
      Authorization: String(headers['authorization']),
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    ...(body === '' ? {} : { body }),
  });
}

/** Sends a JSON answer. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** An address on this machine at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await listen(() => undefined);
  await server.close();
  return server.url;
}

async function listen(
  listener: RequestListener,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  // By default, a connection ends after five seconds: at the moment of the next request, if a busy
  // machine kept both ends waiting for as long.
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
