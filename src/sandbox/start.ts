import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toListener } from './http/listener';
import { makeSandbox, type Sandbox, type SandboxOptions } from './sandbox';
import { stateFile } from './stateFile';

/** The options of a sandbox that listens on a port; all of them have defaults. */
export interface ServerOptions extends SandboxOptions {
  /** A free port if undefined or 0. */
  readonly port?: number | undefined;
  /** A file that keeps written data across restarts. */
  readonly stateFile?: string | undefined;
}

/** How long pending answers may take before their connections are closed. */
const drainMs = 200;

/** More connections at once than any client needs; further ones are closed at once. */
const mostConnections = 256;

/** How long a connection may take to send a request, so that silent ones don't fill the places. */
const arrivalMs = 5_000;

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Loopback only: the sandbox holds tokens and isn't meant for the network.
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address);
      else reject(new Error('The sandbox listens on no port.'));
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(cut);
}

function reportOnStderr(message: string): void {
  process.stderr.write(`${message}\n`);
}

/**
 * Starts the service on this machine and resolves when it listens. Messages for people go to stderr
 * unless there is a `report` function.
 *
 * @throws {FaultSpecError} if a fault can't be parsed.
 * @throws {Error} if the port is in use, or the state file can't be read or set aside.
 */
export async function startSandbox(options: ServerOptions = {}): Promise<Sandbox> {
  const { storage = options.stateFile ? stateFile(options.stateFile) : undefined } = options;
  const { report = reportOnStderr } = options;
  const sandbox = await makeSandbox({ ...options, storage, report }, loopbackHosts);

  const server = createServer(
    { headersTimeout: arrivalMs, connectionsCheckingInterval: 1_000 },
    toListener((request, connection) => sandbox.app.fetch(request, connection)),
  );
  server.maxConnections = mostConnections;
  server.timeout = arrivalMs;
  // From then on, an answer may take any time.
  server.prependListener('request', ({ socket }) => void socket.setTimeout(0));
  const { port } = await listen(server, options.port ?? 0);

  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    token: sandbox.token,
    close: () => (closing ??= closeServer(server).then(() => sandbox.close())),
  };
}
