import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { randomHex } from '../../base/random';
import type { AgentTable } from '../agentTable';
import { challengeHeader, proofOf } from '../proof';
import type { AgentEndpoint } from '../endpoint';
import { challengeIn, findRefusal, isListening, protocolPath } from './admit';
import { fail, keepOpen, push, readBody, refuse, send, signalOf } from './exchange';
import { Occupancy } from './occupancy';
import { Protocol } from './protocol';

/** The server's timeouts, in milliseconds, and limits. */
interface ServerLimits {
  /** The server stops after this long without a client. */
  readonly idle: number;
  /** Time for a whole request to arrive. */
  readonly arrival: number;
  readonly connections: number;
}

const usualLimits: ServerLimits = { idle: 15 * 60_000, arrival: 10_000, connections: 32 };

/** A running server. */
export interface AgentServer extends AgentEndpoint {
  /** Resolves once it has stopped. */
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** Serves the tools to programs of this machine, on a port and with a token of its own. */
export async function startServer(
  table: AgentTable,
  version: string,
  limits: ServerLimits = usualLimits,
): Promise<AgentServer> {
  const token = randomHex(32);
  const protocol = new Protocol(table, version);
  const server = listenWithin(limits);
  const port = await listen(server);
  const stopped = new Promise<void>((resolve) => server.once('close', resolve));
  const stop = (): Promise<void> => {
    occupancy.end();
    server.close();
    server.closeAllConnections();
    return stopped;
  };
  const occupancy = new Occupancy(limits.idle, () => void stop());
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = findRefusal(request, { port, token });
    if (refusal !== undefined) return refuse(response, refusal);
    const challenge = challengeIn(request.headers, token);
    if (challenge !== undefined) {
      response.setHeader(challengeHeader, proofOf(token, 'server', challenge));
      return refuse(response, 204);
    }
    occupancy.enter(response);
    if (isListening(request)) return keepOpen(response);
    const text = await readBody(request);
    if (text === undefined) return refuse(response, 413);
    const { headers } = request;
    const asked = {
      headers,
      text,
      signal: signalOf(response),
      push: (message: object) => push(response, message),
    };
    send(response, await protocol.answer(asked));
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
