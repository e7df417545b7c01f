import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Faults } from './faults/faults';
import type { Credentials } from './http/authentication';
import type { RateLimit } from './http/rateLimit';
import { openStateFile, type StateFile } from './persistence';
import { seedWorld } from './seed/world';
import { createService } from './service';
import { createStore } from './state/store';

/** How a sandbox is started; everything has a default. */
export interface SandboxOptions {
  /** A free port is taken when absent or 0. */
  readonly port?: number | undefined;
  /** The accepted bearer token; a random one when absent. */
  readonly token?: string | undefined;
  /** A second token, which may only read. */
  readonly readOnlyToken?: string | undefined;
  /** The key pair of v2's legacy mode (reference §5 rule 3); none when absent. */
  readonly basic?: Credentials['basic'];
  /** How many servers there are; the hand-made ones when absent. A state that was kept has its own. */
  readonly servers?: number | undefined;
  /** A file that keeps what was written across restarts. */
  readonly stateFile?: string | undefined;
  /** Faults from the start, in the grammar of `faultSpec.ts`. */
  readonly faults?: readonly string[] | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Takes what a person should know, such as a state file that could not be read; stderr when absent. */
  readonly report?: ((message: string) => void) | undefined;
}

/** A sandbox that answers requests. */
export interface Sandbox {
  /** Such as `http://127.0.0.1:4321`; the reference's {base_url}. */
  readonly url: string;
  readonly token: string;
  /** Stops answering, ends connections and keeps the state. May be called twice. */
  close(): Promise<void>;
}

/** How long answers under way may take before their connections are cut. */
const drainMs = 200;

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Loopback only: the sandbox holds tokens and is not meant for the network.
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
 * Starts the service on this machine and resolves when it listens.
 *
 * @throws {FaultSpecError} when a fault cannot be read.
 * @throws {Error} when the port is taken, or the state file cannot be read or set aside.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { servers, now = Date.now, report = reportOnStderr } = options;
  const token = options.token ?? randomBytes(24).toString('base64url');
  const faults = new Faults();
  for (const spec of options.faults ?? []) faults.add(spec);

  const stateFile: StateFile | undefined = options.stateFile
    ? openStateFile(options.stateFile, report)
    : undefined;
  const world = (await stateFile?.load()) ?? seedWorld(servers);
  const store = createStore({
    world,
    servers,
    now,
    onChange: (changed) => stateFile?.save(changed),
  });
  const { readOnlyToken, basic, rateLimit = {} } = options;
  const credentials = { token, readOnlyToken, basic };
  const app = createService({ store, credentials, faults, rateLimit, now, report });

  // Replacing the global Request and Response would reach whatever else runs in this process.
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void answer(request, response));
  const { port } = await listen(server, options.port ?? 0);

  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    close: () => (closing ??= closeServer(server).then(() => stateFile?.close())),
  };
}
