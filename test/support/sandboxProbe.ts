import type { Sandbox } from '../../src/sandbox/sandbox';
import { waitLimitMs } from './until';

/** A request as the sandbox recorded it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Inspects a sandbox from outside, and changes data behind the extension's back. */
export class SandboxProbe {
  readonly #url: string;
  readonly #token: string;
  readonly #fetch: typeof globalThis.fetch;

  /** For a sandbox that doesn't listen on a port, `fetch` is the only access. */
  constructor({ url, token, fetch }: Pick<Sandbox, 'url' | 'token' | 'fetch'>) {
    this.#url = url;
    this.#token = token;
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
  }

  /** Calls the API itself, as another person would. */
  async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await this.#fetch(this.#url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        Accept: 'application/json',
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** The requests since the last `forgetRequests`, including those made through `call`. */
  async requests(): Promise<readonly RecordedRequest[]> {
    const { requests } = await this.call('GET', '/__sandbox/requests');
    return requests as readonly RecordedRequest[];
  }

  /** Those that aren't reads, as `POST /path`. */
  async writes(): Promise<string[]> {
    const writes = (await this.requests()).filter(({ method }) => method !== 'GET');
    return writes.map(({ method, path }) => `${method} ${path}`);
  }

  /** Resolves as soon as such a request was made; after `timeoutMs` ms, throws and lists the actual ones. */
  async waitForRequest(
    matches: (request: RecordedRequest) => boolean,
    timeoutMs = waitLimitMs,
  ): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const requests = await this.requests();
      if (requests.some(matches)) return;
      if (Date.now() > deadline) {
        const made = requests.map(({ method, path }) => `${method} ${path}`).join(', ');
        throw new Error(`The request did not come within ${timeoutMs} ms; there were: ${made}.`);
      }
    }
  }

  /** Starts a new list of requests. */
  async forgetRequests(): Promise<void> {
    await this.call('DELETE', '/__sandbox/requests');
  }

  /** Makes requests fail, in the grammar of `npm run sandbox -- --fault`. */
  async addFault(spec: string): Promise<void> {
    await this.call('POST', '/__sandbox/faults', { spec });
  }

  /** Lets requests succeed again. */
  async clearFaults(): Promise<void> {
    await this.call('DELETE', '/__sandbox/faults');
  }
}
