import assert from 'node:assert/strict';
import { assertEvery } from '../../support/assertEvery';
import { ping } from '../../../src/api/contract/ping';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { assertFails } from '../../support/apiErrors';
import { drive } from '../../support/drive';
import { sendJson } from '../../support/httpServer';
import { ServedClient } from '../../support/servedClient';
import { until } from '../../support/until';

const pong = { message: 'pong' };
const sshBody = { useDns: true };
const sshAnswer = { passwordlessLogin: true, preventRootLogin: false, useDns: true };

describe('The traffic of an ApiClient', () => {
  const at = new ServedClient();

  afterEach(() => at.close());

  describe('retries', () => {
    it("doesn't wait for a Retry-After far in the future, and says so", async () => {
      const client = await at.serve((_, response) =>
        sendJson(response, {}, 429, { 'Retry-After': '3600' }),
      );
      const before = at.clock.now();
      const error = await drive(at.clock, assertFails(client.call(ping, {}), 'rateLimited'));
      assert.ok((error.retryAt ?? 0) >= before + 3_600_000);
      assert.ok(at.clock.now() < before + 60_000, 'it must fail at once');
      assert.equal(at.server.requests.length, 1);
    });

    it('holds back other requests while the service refuses', async () => {
      const seen: number[] = [];
      const start = at.clock.now();
      const client = await at.serve((_, response, count) => {
        seen.push(at.clock.now() - start);
        sendJson(response, pong, count === 0 ? 429 : 200, { 'Retry-After': '20' });
      });
      const refused = client.call(ping, {});
      await until(
        'the refusal has arrived',
        () => at.server.requests.length === 1 && at.server.open === 0,
      );
      await at.clock.advance(100);
      const other = client.call(ping, {}, { version: 'v2' });
      await drive(at.clock, Promise.all([refused, other]));
      assert.equal(seen.length, 3);
      assertEvery(seen.slice(1), (time) => time >= 20_000);
    });
  });

  describe('order', () => {
    it('runs at most four requests at once', async () => {
      const { client, waiting, arrived } = await at.serveByHand();
      const calls = Array.from({ length: 10 }, (_, serverId) =>
        client.call(updateSshSettings, { path: { serverId }, body: sshBody }),
      );
      let most = 0;
      for (let answered = 0; answered < 10; answered += 1) {
        await arrived(Math.min(10, answered + 4));
        most = Math.max(most, at.server.open);
        const response = waiting.shift();
        assert.ok(response);
        sendJson(response, sshAnswer);
        await until('the answer is out', () => response.destroyed || response.writableFinished);
      }
      await Promise.all(calls);
      assert.equal(most, 4);
    });

    it("doesn't share a read that began before a write ended", async () => {
      const { client, waiting, arrived } = await at.serveByHand();
      const first = client.call(ping, {});
      await arrived(1);
      const write = client.call(updateSshSettings, { path: { serverId: 1 }, body: sshBody });
      await arrived(2);
      const [early, change] = waiting;
      assert.ok(early && change);
      sendJson(change, sshAnswer);
      await write;
      const second = client.call(ping, {});
      await arrived(3);
      sendJson(early, pong);
      sendJson(waiting[2] ?? assert.fail(), pong);
      assert.deepEqual(await Promise.all([first, second]), [pong, pong]);
    });

    it('keeps a reserve for the person: background work waits for the next window', async () => {
      const client = await at.serve((_, response) =>
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
      await at.clock.advance(50_000);
      assert.equal(isDone, false);
      assert.equal(at.server.requests.length, 2);
      await drive(at.clock, background);
    });

    it('sends every write, even equal ones', async () => {
      const client = await at.serve((_, response) => sendJson(response, sshAnswer));
      const change = (): Promise<unknown> =>
        client.call(updateSshSettings, { path: { serverId: 1 }, body: sshBody });
      await Promise.all([change(), change()]);
      assert.equal(at.server.requests.length, 2);
    });
  });

  describe('cancellation', () => {
    it('reaches the connection', async () => {
      const { client, arrived } = await at.serveByHand();
      const stop = new AbortController();
      const failed = assertFails(client.call(ping, {}, { signal: stop.signal }), 'cancelled');
      await arrived(1);
      stop.abort();
      await failed;
      await until('the connection is closed', () => at.server.open === 0);
    });

    it('removes a call from the queue', async () => {
      const { client, waiting, arrived } = await at.serveByHand({ concurrency: 1 });
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
      assert.equal(at.server.requests.length, 1);
    });

    it('ends the wait before another attempt', async () => {
      const client = await at.serve((_, response) => sendJson(response, {}, 500));
      const stop = new AbortController();
      const failed = assertFails(client.call(ping, {}, { signal: stop.signal }), 'cancelled');
      await until(
        'the failure has arrived',
        () => at.server.requests.length === 1 && at.server.open === 0,
      );
      stop.abort();
      await failed;
      await at.clock.advance(10_000);
      assert.equal(at.server.requests.length, 1);
    });

    const write = { path: { serverId: 1 }, body: sshBody };

    it("reports whether a write was on its way: it wasn't if the rate limit refused it", async () => {
      const client = await at.serve((_, response) => sendJson(response, {}, 429));
      const stop = new AbortController();
      const { signal } = stop;
      const failed = assertFails(client.call(updateSshSettings, write, { signal }), 'cancelled');
      await new Promise((resolve) => client.onDidExchange(resolve));
      stop.abort();
      assert.equal((await failed).isUnsent, true);
    });

    it('reports whether a write was on its way: it was if no answer has arrived yet', async () => {
      const { client, arrived } = await at.serveByHand();
      const stop = new AbortController();
      const { signal } = stop;
      const failed = assertFails(client.call(updateSshSettings, write, { signal }), 'cancelled');
      await arrived(1);
      stop.abort();
      assert.equal((await failed).isUnsent, false);
    });
  });
});
