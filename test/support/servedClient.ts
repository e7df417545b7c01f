import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ApiClient } from '../../src/api/client';
import { FakeClock } from './fakeClock';
import { type RecordingServer, type Respond, startRecordingServer } from './httpServer';
import { clientOf, type TestClientOptions } from './testClient';
import { until } from './until';

/** A driven clock runs faster than the machine, so exchanges must not seem too slow by it. */
export const patientLimits = { answerTimeout: 1e12, callTimeout: 1e12, maximumBody: 1e6 };

/** A client, and its requests waiting for a test to answer them. */
interface ByHand {
  readonly client: ApiClient;
  readonly waiting: ServerResponse[];
  /** Resolves when this many requests have arrived. */
  readonly arrived: (count: number) => Promise<void>;
}

/** A server and a client of it for each test of a suite, with a clock that the test controls. */
export class ServedClient {
  clock = new FakeClock();
  #server: RecordingServer | undefined;

  /** The current server. */
  get server(): RecordingServer {
    return this.#server ?? assert.fail('No server was started.');
  }

  /** Starts a server with these answers, and returns a client for it. */
  async serve(respond: Respond, options: TestClientOptions = {}): Promise<ApiClient> {
    this.#server = await startRecordingServer(respond);
    const { clock } = this;
    return clientOf(this.server.url, { clock, limits: patientLimits, random: () => 0, ...options });
  }

  /** Starts a server without answers of its own. */
  async serveByHand(options: TestClientOptions = {}): Promise<ByHand> {
    const waiting: ServerResponse[] = [];
    const client = await this.serve((_, response) => waiting.push(response), options);
    const arrived = (count: number): Promise<void> =>
      until(`${count} requests have come`, () => this.server.requests.length === count);
    return { client, waiting, arrived };
  }

  /** Stops the server and resets the clock. */
  async close(): Promise<void> {
    await this.#server?.close();
    this.#server = undefined;
    this.clock = new FakeClock();
  }
}
