import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { randomHex } from '../../base/random';
import type { AgentTable } from '../agentTable';
import type { AgentEndpoint } from '../endpoint';
import { Protocol } from './protocol';
import { challengeHeader, proofOf } from '../proof';
import { callLater } from '../../base/callLater';
import { createHash, timingSafeEqual } from 'node:crypto';

/** The server's timeouts, in milliseconds, and limits. */
interface ServerLimits {
  readonly idle: number;
  /** Time for a whole request to arrive. */
  readonly arrival: number;
  readonly connections: number;
}

const usualLimits: ServerLimits = { idle: 15 * 60_000, arrival: 10_000, connections: 32 };

export interface AgentServer extends AgentEndpoint {
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(
  table: AgentTable,
  version: string,
  limits: ServerLimits = usualLimits,
): Promise<AgentServer> {
  const token = randomHex(32);
  const serve = toNodeHandler(new Protocol(table, version), { maxRequestBodySize });
  const server = listenWithin(limits);
  const port = await listen(server);
  const stopped = new Promise<void>((resolve) => server.once('close', resolve));
  const stop = (): Promise<void> => {
    idleTimer.end();
    server.close();
    server.closeAllConnections();
    return stopped;
  };
  const idleTimer = new IdleTimer(limits.idle, () => void stop());
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = findRefusal(request, { port, token });
    if (refusal !== undefined) return refuse(response, refusal);
    const challenge = challengeIn(request.headers, token);
    if (challenge !== undefined) {
      response.setHeader(challengeHeader, proofOf(token, 'server', challenge));
      return refuse(response, 204);
    }
    idleTimer.track(response);
    if (request.method === 'GET') return keepOpen(response);
    await serve(request as Parameters<typeof serve>[0], response);
  };
  server.on('request', (request, response) => {
    answer(request, response).catch(() => fail(response));
  });
  return { url: `http://127.0.0.1:${port}${protocolPath}`, token, stopped, stop };
}

function listenWithin({ arrival, connections }: ServerLimits): Server {
  const server = createServer({
    requestTimeout: arrival,
    connectionsCheckingInterval: Math.min(arrival, 1_000),
  });
  server.maxConnections = connections;
  return server;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
    });
  });
}

const maxRequestBodySize = 1024 * 1024;

/** Keep-alive interval in milliseconds: many clients that listen hang up without one. */
const signMs = 30_000;

/** Lasts while the client listens: it gets nothing, but expects the server to stay at its address. */
function keepOpen(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const timer = setInterval(() => response.write(':\n\n'), signMs);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else refuse(response, 500);
}

/** Answers with a status alone, without reading the rest of the request. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close' }).end();
}

/** Calls back once no client has been waiting for an answer or listening for a while. */
class IdleTimer {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #open = 0;
  #isOver = false;
  #timer: ReturnType<typeof callLater> | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#wait();
  }

  /** Counts a client until its answer is complete or it disconnects. */
  track(response: ServerResponse): void {
    this.#open += 1;
    clearTimeout(this.#timer);
    response.once('close', () => {
      this.#open -= 1;
      if (this.#open === 0) this.#wait();
    });
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isOver) return;
    this.#timer = callLater(this.#idleMs, this.#onIdle);
  }
}

const protocolPath = '/mcp';

/** A page in a browser has another origin or, if it rebound its host name, another host. */
function findRefusal(
  { headers, method, url }: IncomingMessage,
  door: { readonly port: number; readonly token: string },
): 403 | 401 | 404 | 405 | undefined {
  const hosts = [`127.0.0.1:${door.port}`, `localhost:${door.port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) return 403;
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return 403;
  const isChallenge = challengeIn(headers, door.token) !== undefined;
  if (!isChallenge && !isSame(headers.authorization ?? '', `Bearer ${door.token}`)) return 401;
  if (url !== protocolPath) return 404;
  const isListening = method === 'GET' && headers.accept?.includes('text/event-stream');
  return method === 'POST' || isListening ? undefined : 405;
}

/** The challenge of a caller that knows the token, but first wants to know who listens here. */
function challengeIn(headers: IncomingHttpHeaders, token: string): string | undefined {
  const challenge = headers[challengeHeader];
  if (typeof challenge !== 'string') return undefined;
  const proof = `Proof ${proofOf(token, 'agent', challenge)}`;
  return isSame(headers.authorization ?? '', proof) ? challenge : undefined;
}

/** Takes the same time wherever the texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
