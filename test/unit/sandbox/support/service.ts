import { Faults } from '../../../../src/sandbox/faults/faults';
import type { Credentials } from '../../../../src/sandbox/http/authentication';
import type { SandboxRoutes } from '../../../../src/sandbox/http/environment';
import type { RateLimit } from '../../../../src/sandbox/http/rateLimit';
import type { Group } from '../../../../src/sandbox/routes/groups';
import { seedWorld } from '../../../../src/sandbox/seed/world';
import { createService } from '../../../../src/sandbox/service';
import { createStore, type Store } from '../../../../src/sandbox/state/store';
import type { World } from '../../../../src/sandbox/state/world';

/** The answer; `json` is undefined if the body isn't JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** How a request differs from the usual one. */
export interface CallOptions {
  readonly body?: unknown;
  /** Replace the usual headers of these names; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The service without a socket, with its own clock. */
export interface TestService {
  readonly app: SandboxRoutes;
  readonly store: Store;
  readonly faults: Faults;
  /** What the sandbox reported to a person. */
  readonly reports: readonly string[];
  /** How many times the world was saved. */
  readonly saves: () => number;
  /** Advances the clock by some milliseconds. */
  readonly advance: (ms: number) => void;
  /** Sends a request with the token and the headers that every request must carry. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** The options of a test service. */
export interface TestServiceOptions {
  readonly credentials?: Partial<Credentials>;
  readonly rateLimit?: RateLimit;
  readonly servers?: number;
  /** Its world; defaults to the seed data. */
  readonly world?: World;
  /** The groups of operations that it doesn't offer. */
  readonly without?: readonly Group[];
}

export const testToken = 'test-token';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toHeaders(replaced: CallOptions['headers']): Record<string, string> {
  const all = {
    Authorization: `Bearer ${testToken}`,
    'Content-Type': 'application/json',
    Accept: 'application/json',
    ...replaced,
  };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) if (value !== undefined) headers[name] = value;
  return headers;
}

export function createTestService(options: TestServiceOptions = {}): TestService {
  const { servers, without, rateLimit = { limit: 1_000_000 } } = options;
  let time = Date.UTC(2025, 2, 4, 5, 6, 7);
  let saves = 0;
  const reports: string[] = [];
  const now = (): number => time;
  const store = createStore({
    world: options.world ?? seedWorld(servers),
    servers,
    now,
    onChange: () => {
      saves += 1;
    },
  });
  const faults = new Faults();
  const credentials = { token: testToken, ...options.credentials };
  const report = (message: string): void => void reports.push(message);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  const serviceOptions = { store, credentials, faults, rateLimit, without, hosts, now, report };
  const app = createService(serviceOptions);
  return {
    app,
    store,
    faults,
    reports,
    saves: () => saves,
    advance(ms) {
      time += ms;
    },
    async call(method, path, { body, headers } = {}) {
      const response = await app.request(path, {
        method,
        headers: toHeaders(headers),
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
  };
}
