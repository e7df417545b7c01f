import { Faults } from './faults/faults';
import type { Credentials } from './http/authentication';
import type { SandboxRoutes } from './http/environment';
import type { RateLimit } from './http/rateLimit';
import { keepState, type StateStorage } from './persistence';
import { randomToken } from './random';
import { seedWorld } from './seed/world';
import type { Profile } from './profiles/profiles';
import type { Group } from './routes/groups';
import { createService } from './service';
import { createStore } from './state/store';

/** The options of a sandbox; all of them have defaults. */
export interface SandboxOptions {
  /** The accepted bearer token; random by default. */
  readonly token?: string | undefined;
  /** A second, read-only token. */
  readonly readOnlyToken?: string | undefined;
  /** The key pair of v2's legacy mode (API §5 rule 3); none by default. */
  readonly basic?: Credentials['basic'];
  /**
   * The number of servers; only the hand-written ones by default. Ignored if a stored state exists.
   */
  readonly servers?: number | undefined;
  /**
   * The day that the sample data is of, such as `2026-05-01`; that of the seeds by default. Ignored if
   * a stored state exists.
   */
  readonly day?: string | undefined;
  /** Keeps written data across restarts. */
  readonly storage?: StateStorage | undefined;
  /** Initial faults, in the grammar of `faultSpec.ts`. */
  readonly faults?: readonly string[] | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** The service's behavior; that of the reference by default. */
  readonly profile?: Profile | undefined;
  /** Groups of operations that it doesn't offer, and answers 404 to; none by default. */
  readonly without?: readonly Group[] | undefined;
  /** The clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Receives messages for people, such as that a state couldn't be read. */
  readonly report?: ((message: string) => void) | undefined;
}

/** A sandbox that answers requests. */
export interface Sandbox {
  /** Such as `http://127.0.0.1:4321`; the reference's {base_url}. */
  readonly url: string;
  readonly token: string;
  /** How to call it if it doesn't listen on a port; no other `fetch` reaches it. */
  readonly fetch?: typeof globalThis.fetch;
  /** Stops answering, closes connections and saves the state. Can be called twice. */
  close(): Promise<void>;
}

/** A sandbox without a connection. */
interface SandboxApp {
  readonly app: SandboxRoutes;
  readonly token: string;
  /** Saves the state; afterwards nothing is saved anymore. */
  close(): Promise<void>;
}

/**
 * Creates the service, which accepts the host names in `hosts`.
 *
 * @throws {FaultSpecError} if a fault can't be parsed.
 * @throws {Error} if the state can neither be read nor set aside.
 */
export async function makeSandbox(
  options: SandboxOptions,
  hosts: readonly string[],
): Promise<SandboxApp> {
  const { servers, day, now = Date.now, report = () => undefined } = options;
  const token = options.token ?? randomToken();
  const faults = new Faults();
  for (const spec of options.faults ?? []) faults.add(spec);

  const state = options.storage && keepState(options.storage, report);
  const kept = await state?.load();
  const world = kept ?? seedWorld(servers, day);
  // From then on, its dates stay as they are.
  if (!kept) state?.save(world);
  const store = createStore({ world, servers, now, onChange: (changed) => state?.save(changed) });
  const { readOnlyToken, basic, profile, without, rateLimit = {} } = options;
  const app = createService({
    store,
    credentials: { token, readOnlyToken, basic },
    faults,
    rateLimit,
    profile,
    without,
    hosts,
    now,
    report,
  });
  return { app, token, close: async () => state?.close() };
}
