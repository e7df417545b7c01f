import { Faults } from './faults/faults';
import type { Credentials } from './http/authentication';
import type { SandboxRoutes } from './http/environment';
import type { RateLimit } from './http/rateLimit';
import { keepState, type StateStorage } from './persistence';
import { randomToken } from './random';
import { seedWorld } from './seed/world';
import { createService } from './service';
import { createStore } from './state/store';

/** What a sandbox is made with; everything has a default. */
export interface SandboxOptions {
  /** The accepted bearer token; a random one when absent. */
  readonly token?: string | undefined;
  /** A second token, which may only read. */
  readonly readOnlyToken?: string | undefined;
  /** The key pair of v2's legacy mode (reference §5 rule 3); none when absent. */
  readonly basic?: Credentials['basic'];
  /** How many servers there are; the hand-made ones when absent. A state that was kept has its own. */
  readonly servers?: number | undefined;
  /** Keeps what was written across restarts. */
  readonly storage?: StateStorage | undefined;
  /** Faults from the start, in the grammar of `faultSpec.ts`. */
  readonly faults?: readonly string[] | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Takes what a person should know, such as a state that could not be read. */
  readonly report?: ((message: string) => void) | undefined;
}

/** A sandbox that answers requests. */
export interface Sandbox {
  /** Such as `http://127.0.0.1:4321`; the reference's {base_url}. */
  readonly url: string;
  readonly token: string;
  /** The way to it where it listens on no port, and no other `fetch` reaches it. */
  readonly fetch?: typeof globalThis.fetch;
  /** Stops answering, ends connections and keeps the state. May be called twice. */
  close(): Promise<void>;
}

/** A sandbox that is not connected to anything yet. */
export interface SandboxApp {
  readonly app: SandboxRoutes;
  readonly token: string;
  /** Keeps the state; nothing is kept any more. */
  close(): Promise<void>;
}

/**
 * Makes the service, which answers to the names in `hosts`.
 *
 * @throws {FaultSpecError} when a fault cannot be read.
 * @throws {Error} when the state can neither be read nor set aside.
 */
export async function makeSandbox(
  options: SandboxOptions,
  hosts: readonly string[],
): Promise<SandboxApp> {
  const { servers, now = Date.now, report = () => undefined } = options;
  const token = options.token ?? randomToken();
  const faults = new Faults();
  for (const spec of options.faults ?? []) faults.add(spec);

  const state = options.storage && keepState(options.storage, report);
  const world = (await state?.load()) ?? seedWorld(servers);
  const store = createStore({ world, servers, now, onChange: (changed) => state?.save(changed) });
  const { readOnlyToken, basic, rateLimit = {} } = options;
  const credentials = { token, readOnlyToken, basic };
  const app = createService({ store, credentials, faults, rateLimit, hosts, now, report });
  return { app, token, close: async () => state?.close() };
}
