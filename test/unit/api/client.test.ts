import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { ApiClient, type Exchange } from '../../../src/api/client';
import { listCronJobs } from '../../../src/api/contract/cronJob';
import { ping } from '../../../src/api/contract/ping';
import { listServers, readServer, updateServerMeta } from '../../../src/api/contract/server';
import { updateHubCache } from '../../../src/api/contract/hubCache';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { referencePathWords } from '../../../src/api/request';
import { assertFails } from '../../support/apiErrors';
import { drive } from '../../support/drive';
import { FakeClock } from '../../support/fakeClock';
import {
  closedAddress,
  type RecordingServer,
  type Respond,
  sendJson,
  startRecordingServer,
} from '../../support/httpServer';
import { clientOf, type TestClientOptions } from '../../support/testClient';
import { until } from '../../support/until';

const pong = { message: 'pong' };
const sshBody = { useDns: true };
const sshAnswer = { passwordlessLogin: true, preventRootLogin: false, useDns: true };

/** The driven clock runs faster than the machine: no exchange may seem too slow to it. */
const patientLimits = { answerTimeout: 1e12, callTimeout: 1e12, maximumBody: 1e6 };

describe('ApiClient', () => {
  let clock: FakeClock;
  let server: RecordingServer;

  beforeEach(() => {
    clock = new FakeClock();
  });

  afterEach(() => server.close());

  /** Starts a server and a client of it, whose time runs as fast as it can. */
  async function serve(respond: Respond, options: TestClientOptions = {}): Promise<ApiClient> {
    server = await startRecordingServer(respond);
    return clientOf(server.url, { clock, limits: patientLimits, random: () => 0, ...options });
  }

  /** Requests that wait for a test to answer them. */
  async function serveByHand(options: TestClientOptions = {}) {
    const waiting: ServerResponse[] = [];
    const client = await serve((_, response) => waiting.push(response), options);
    const arrived = (count: number): Promise<void> =>
      until(`${count} requests have come`, () => server.requests.length === count);
    return { client, waiting, arrived };
  }

  describe('calls', () => {
    it('keeps what the service adds to the reference', async () => {
      const client = await serve((_, response) => sendJson(response, { ...pong, extra: [1] }));
      assert.deepEqual(await client.call(ping, {}), { ...pong, extra: [1] });
    });

    it('finds the service at an address with a path or a slash at its end', async () => {
      await serve((_, response) => sendJson(response, pong));
      for (const end of ['', '/', '//', '/prefix', '/prefix/']) {
        await clientOf(server.url + end).call(ping, {});
      }
      assert.deepEqual(
        server.requests.map(({ target }) => target),
        ['', '', '', '/prefix', '/prefix'].map((prefix) => `${prefix}/api/v3/ping`),
      );
    });

    it('asks for the version that a caller wants', async () => {
      const client = await serve((_, response) => sendJson(response, pong));
      await client.call(ping, {}, { version: 'v2' });
      assert.equal(server.requests[0]?.target, '/api/v2/ping');
    });

    it('goes to v2 with a legacy pair, and nowhere where that does not reach', async () => {
      const credentials = { kind: 'basic', key: 'k', secret: 's' } as const;
      const client = await serve((_, response) => sendJson(response, pong), { credentials });
      await client.call(ping, {});
      assert.equal(server.requests[0]?.target, '/api/v2/ping');
      assert.equal(server.requests[0].headers['authorization'], `Basic ${btoa('k:s')}`);
      await assertFails(client.call(readServer, { path: { serverId: 1 } }), 'unsupported');
      assert.equal(server.requests.length, 1);
    });

    it('writes the words of its account into paths', async () => {
      server = await startRecordingServer((_, response) => sendJson(response, pong));
      const client = new ApiClient({
        target: { baseUrl: server.url, pathWords: { cache: 'c', hub: 'centre' } },
        credentials: () => Promise.resolve({ kind: 'token', token: 't' }),
      });
      await client.call(updateHubCache, { path: { serverId: 1, webappId: 2 }, body: {} });
      assert.equal(server.requests[0]?.target, '/api/v3/servers/1/webapps/2/centre');
    });

    it('takes credentials fresh for every try', async () => {
      let count = 0;
      server = await startRecordingServer((_, response, number) =>
        sendJson(response, pong, number === 0 ? 500 : 200),
      );
      const client = new ApiClient({
        target: { baseUrl: server.url, pathWords: referencePathWords },
        credentials: () => Promise.resolve({ kind: 'token', token: `t${(count += 1)}` }),
        clock,
        limits: patientLimits,
      });
      await drive(clock, client.call(ping, {}));
      const [first, second] = server.requests.map(({ headers }) => headers['authorization']);
      assert.notEqual(first, second);
    });

    it('sends nothing, and quotes nothing, where the credentials cannot be read', async () => {
      server = await startRecordingServer((_, response) => sendJson(response, pong));
      const client = new ApiClient({
        target: { baseUrl: server.url, pathWords: referencePathWords },
        credentials: () => Promise.reject(new Error('sentinel-token is broken')),
      });
      for (const work of [client.call(ping, {}), client.plan(ping, {})]) {
        const error = await assertFails(work, 'unauthorized');
        assert.match(error.message, /could not be read; sign in again/);
        assert.ok(!error.stack?.includes('sentinel'));
      }
      assert.equal(server.requests.length, 0);
    });

    it('sends no credentials that would break a header', async () => {
      const client = await serve((_, response) => sendJson(response, pong), {
        credentials: { kind: 'token', token: 'sentinel\r\nX-Own: injected' },
      });
      const error = await assertFails(client.call(ping, {}), 'unauthorized');
      assert.match(error.message, /cannot be sent/);
      assert.ok(!error.message.includes('sentinel'));
      assert.equal(server.requests.length, 0);
    });

    it('sends no body of a wrong shape, and no id that would leave its path', async () => {
      const client = await serve((_, response) => sendJson(response, pong));
      // What comes from a person's document has any shape.
      const body = { useDns: 'yes' } as unknown as typeof sshBody;
      const refused = await assertFails(
        client.call(updateSshSettings, { path: { serverId: 1 }, body }),
        'invalid',
      );
      assert.deepEqual(Object.keys(refused.fieldErrors), ['useDns']);
      await assertFails(client.call(readServer, { path: { serverId: '..' } }), 'invalid');
      assert.equal(server.requests.length, 0);
    });

    it('plans exactly what it sends, and sends nothing for a plan', async () => {
      const client = await serve((_, response) => sendJson(response, sshAnswer));
      const input = { path: { serverId: 7 }, body: sshBody };
      const plan = await client.plan(updateSshSettings, input, { version: 'v2' });
      assert.equal(server.requests.length, 0);
      await client.call(updateSshSettings, input, { version: 'v2' });
      const [request] = server.requests;
      assert.deepEqual(
        { method: request?.method, path: request?.target, body: JSON.parse(request?.body ?? '') },
        { method: plan.method, path: plan.path, body: plan.body },
      );
      assert.equal(plan.version, 'v2');
    });
  });

  describe('lists', () => {
    it('asks for pages of forty, with the filters of the caller', async () => {
      const client = await serve((_, response) => sendJson(response, { data: [] }));
      await client.page(listServers, {}, 3, { filters: { search: 'a&b' } });
      assert.equal(server.requests[0]?.target, '/api/v3/servers?search=a%26b&perPage=40&page=3');
    });

    it('lets no filter change the paging', async () => {
      const client = await serve((_, response) => sendJson(response, { data: [] }));
      await client.page(listServers, {}, 1, { filters: { perPage: 1_000, page: 9 } });
      const { searchParams } = new URL(server.requests[0]?.target ?? '', server.url);
      assert.equal(searchParams.get('perPage'), '40');
      assert.equal(searchParams.get('page'), '1');
    });

    it('refuses a list whose items have another shape, naming the item', async () => {
      const client = await serve((_, response) => sendJson(response, { data: [{ id: 'x' }] }));
      const error = await assertFails(
        client.page(listCronJobs, { path: { serverId: 1 } }, 1),
        'contract',
      );
      assert.match(error.message, /0\.id/);
    });

    it('refuses an answer that is no list', async () => {
      const client = await serve((_, response) => sendJson(response, pong));
      await assertFails(client.page(listServers, {}, 1), 'contract');
    });
  });

  describe('retries', () => {
    const failing = [
      ['500', (response: ServerResponse) => sendJson(response, {}, 500)],
      ['502', (response: ServerResponse) => sendJson(response, {}, 502)],
      ['a broken connection', (response: ServerResponse) => response.destroy()],
    ] as const;
    for (const [name, fail] of failing) {
      it(`repeats a read three times after ${name}`, async () => {
        const client = await serve((_, response) => fail(response));
        const failed = client.call(ping, {}).catch(() => undefined);
        await drive(clock, failed);
        assert.equal(server.requests.length, 4);
      });

      it(`never repeats a write after ${name}`, async () => {
        const client = await serve((_, response) => fail(response));
        const input = { path: { serverId: 1 }, body: { name: 'n' } };
        const failed = client.call(updateServerMeta, input).catch(() => undefined);
        await drive(clock, failed);
        assert.equal(server.requests.length, 1);
      });
    }

    it('repeats a write that the rate limit refused', async () => {
      const client = await serve((_, response, count) =>
        sendJson(response, sshAnswer, count === 0 ? 429 : 200),
      );
      const call = client.call(updateSshSettings, { path: { serverId: 1 }, body: sshBody });
      assert.deepEqual(await drive(clock, call), sshAnswer);
      assert.deepEqual(
        server.requests.map(({ body }) => body),
        ['{"useDns":true}', '{"useDns":true}'],
      );
    });

    it('repeats a write for which no connection came about', async () => {
      await serve(() => undefined);
      const outcomes: Exchange['outcome'][] = [];
      const client = clientOf(await closedAddress(), { clock, limits: patientLimits });
      client.onDidExchange(({ outcome }) => outcomes.push(outcome));
      const call = client.call(updateSshSettings, { path: { serverId: 1 }, body: sshBody });
      await drive(clock, assertFails(call, 'network'));
      assert.deepEqual(outcomes, ['network', 'network', 'network', 'network']);
    });

    it('does not wait for a Retry-After far in the future, and tells it', async () => {
      const client = await serve((_, response) =>
        sendJson(response, {}, 429, { 'Retry-After': '3600' }),
      );
      const before = clock.now();
      const error = await drive(clock, assertFails(client.call(ping, {}), 'rateLimited'));
      assert.ok((error.retryAt ?? 0) >= before + 3_600_000);
      assert.ok(clock.now() < before + 60_000, 'it failed at once');
      assert.equal(server.requests.length, 1);
    });

    it('waits until the date that Retry-After names', async () => {
      const date = new Date(clock.now() + 20_000);
      const seen: number[] = [];
      const client = await serve((_, response, count) => {
        seen.push(clock.now());
        const headers = { 'Retry-After': date.toUTCString() };
        sendJson(response, pong, count === 0 ? 429 : 200, count === 0 ? headers : {});
      });
      await drive(clock, client.call(ping, {}));
      assert.ok((seen[1] ?? 0) >= date.getTime());
    });

    it('holds other requests back too while the service refuses', async () => {
      const seen: number[] = [];
      const start = clock.now();
      const client = await serve((_, response, count) => {
        seen.push(clock.now() - start);
        sendJson(response, pong, count === 0 ? 429 : 200, { 'Retry-After': '20' });
      });
      const refused = client.call(ping, {});
      await until('the refusal has come', () => server.requests.length === 1 && server.open === 0);
      await clock.advance(100);
      const other = client.call(ping, {}, { version: 'v2' });
      await drive(clock, Promise.all([refused, other]));
      assert.ok(
        seen.slice(1).every((time) => time >= 20_000),
        seen.join(', '),
      );
    });
  });

  describe('order', () => {
    it('has four requests under way at most', async () => {
      const { client, waiting, arrived } = await serveByHand();
      const calls = Array.from({ length: 10 }, (_, serverId) =>
        client.call(updateSshSettings, { path: { serverId }, body: sshBody }),
      );
      let most = 0;
      for (let answered = 0; answered < 10; answered += 1) {
        await arrived(Math.min(10, answered + 4));
        most = Math.max(most, server.open);
        const response = waiting.shift();
        assert.ok(response);
        sendJson(response, sshAnswer);
        await until('the answer is out', () => response.destroyed || response.writableFinished);
      }
      await Promise.all(calls);
      assert.equal(most, 4);
    });

    it("sends a person's call before background work that came first", async () => {
      const { client, waiting, arrived } = await serveByHand({ concurrency: 1 });
      const change = (serverId: number, priority: 'person' | 'background'): Promise<unknown> =>
        client.call(updateSshSettings, { path: { serverId }, body: sshBody }, { priority });
      const calls = [change(1, 'background'), change(2, 'background'), change(3, 'person')];
      for (let count = 1; count <= 3; count += 1) {
        await arrived(count);
        const response = waiting.shift();
        assert.ok(response);
        sendJson(response, sshAnswer);
      }
      await Promise.all(calls);
      assert.deepEqual(
        server.requests.map(({ target }) => /servers\/(\d)/.exec(target)?.[1]),
        ['1', '3', '2'],
      );
    });

    it('leaves a reserve to the person: background work waits for the next window', async () => {
      const client = await serve((_, response) =>
        sendJson(response, pong, 200, {
          'X-RateLimit-Limit': '10',
          'X-RateLimit-Remaining': '2',
        }),
      );
      await client.call(ping, {});
      let isDone = false;
      const background = client
        .call(ping, {}, { priority: 'background' })
        .finally(() => (isDone = true));
      await client.call(ping, {}, { version: 'v2' });
      await clock.advance(50_000);
      assert.equal(isDone, false);
      assert.equal(server.requests.length, 2);
      await drive(clock, background);
    });

    it('sends equal reads that are under way together once', async () => {
      const { client, waiting, arrived } = await serveByHand();
      const reads = [client.call(ping, {}), client.call(ping, {})];
      await arrived(1);
      const [response] = waiting;
      assert.ok(response);
      sendJson(response, pong);
      assert.deepEqual(await Promise.all(reads), [pong, pong]);
      assert.equal(server.requests.length, 1);
    });

    it('sends equal writes each', async () => {
      const client = await serve((_, response) => sendJson(response, sshAnswer));
      const change = (): Promise<unknown> =>
        client.call(updateSshSettings, { path: { serverId: 1 }, body: sshBody });
      await Promise.all([change(), change()]);
      assert.equal(server.requests.length, 2);
    });
  });

  describe('cancellation', () => {
    it('reaches the connection', async () => {
      const { client, arrived } = await serveByHand();
      const stop = new AbortController();
      const failed = assertFails(client.call(ping, {}, { signal: stop.signal }), 'cancelled');
      await arrived(1);
      stop.abort();
      await failed;
      await until('the connection is closed', () => server.open === 0);
    });

    it('takes a call out of the queue', async () => {
      const { client, waiting, arrived } = await serveByHand({ concurrency: 1 });
      const first = client.call(ping, {});
      await arrived(1);
      const stop = new AbortController();
      const second = client.call(ping, {}, { version: 'v2', signal: stop.signal });
      const failed = assertFails(second, 'cancelled');
      stop.abort();
      await failed;
      const [response] = waiting;
      assert.ok(response);
      sendJson(response, pong);
      await first;
      assert.equal(server.requests.length, 1);
    });

    it('ends the wait for another try', async () => {
      const client = await serve((_, response) => sendJson(response, {}, 500));
      const stop = new AbortController();
      const failed = assertFails(client.call(ping, {}, { signal: stop.signal }), 'cancelled');
      await until('the failure has come', () => server.requests.length === 1 && server.open === 0);
      stop.abort();
      await failed;
      await clock.advance(10_000);
      assert.equal(server.requests.length, 1);
    });

    it('sends nothing where it came before the call', async () => {
      const client = await serve((_, response) => sendJson(response, pong));
      const signal = AbortSignal.abort();
      await assertFails(client.call(ping, {}, { signal }), 'cancelled');
      assert.equal(server.requests.length, 0);
    });
  });

  describe('events', () => {
    it('tells every exchange with its outcome, tries that failed included', async () => {
      const client = await serve((_, response, count) =>
        sendJson(response, pong, count === 0 ? 503 : 200),
      );
      const exchanges: Exchange[] = [];
      client.onDidExchange((exchange) => exchanges.push(exchange));
      await drive(clock, client.call(ping, {}));
      const operation = { method: 'GET', path: '/api/v3/ping' };
      assert.deepEqual(
        exchanges.map(({ duration, ...rest }) => ({ ...rest, took: duration >= 0 })),
        [
          { operation, outcome: 503, took: true },
          { operation, outcome: 200, took: true },
        ],
      );
    });

    it('tells how an exchange without an answer ended', async () => {
      const { client, arrived } = await serveByHand();
      const outcomes: Exchange['outcome'][] = [];
      client.onDidExchange(({ outcome }) => outcomes.push(outcome));
      const stop = new AbortController();
      const failed = assertFails(client.call(ping, {}, { signal: stop.signal }), 'cancelled');
      await arrived(1);
      stop.abort();
      await failed;
      await until('the exchange is told', () => outcomes.length === 1);
      assert.deepEqual(outcomes, ['cancelled']);
    });

    it('leaves the query out of what it tells: a search is content', async () => {
      const client = await serve((_, response) => sendJson(response, { data: [] }));
      const paths: string[] = [];
      client.onDidExchange(({ operation }) => paths.push(operation.path));
      await client.page(listServers, {}, 1, { filters: { search: 'private' } });
      assert.deepEqual(paths, ['/api/v3/servers']);
    });

    it('tells the rate limit', async () => {
      const client = await serve((_, response) =>
        sendJson(response, pong, 200, { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '41' }),
      );
      const told: number[] = [];
      client.onDidChangeRateLimit(({ remaining }) => told.push(remaining));
      await client.call(ping, {});
      assert.deepEqual(told, [41]);
    });
  });
});
