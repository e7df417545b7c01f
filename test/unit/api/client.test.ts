import assert from 'node:assert/strict';
import { ApiClient, type Exchange } from '../../../src/api/client';
import { listCronJobs } from '../../../src/api/contract/cronJob';
import { ping } from '../../../src/api/contract/ping';
import { listServers, readServer } from '../../../src/api/contract/server';
import { updateHubCache } from '../../../src/api/contract/hubCache';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { referencePathWords } from '../../../src/api/request';
import { assertFails } from '../../support/apiErrors';
import { drive } from '../../support/drive';
import { sendJson } from '../../support/httpServer';
import { patientLimits, ServedClient } from '../../support/servedClient';
import { clientOf } from '../../support/testClient';
import { until } from '../../support/until';

const pong = { message: 'pong' };
const sshBody = { useDns: true };
const sshAnswer = { passwordlessLogin: true, preventRootLogin: false, useDns: true };

describe('ApiClient', () => {
  const at = new ServedClient();

  afterEach(() => at.close());

  describe('calls', () => {
    it('keeps fields that the service adds to the reference', async () => {
      const client = await at.serve((_, response) => sendJson(response, { ...pong, extra: [1] }));
      assert.deepEqual(await client.call(ping, {}), { ...pong, extra: [1] });
    });

    it('accepts a base address with a path or a trailing slash', async () => {
      await at.serve((_, response) => sendJson(response, pong));
      for (const end of ['', '/', '//', '/prefix', '/prefix/']) {
        await clientOf(at.server.url + end).call(ping, {});
      }
      assert.deepEqual(
        at.server.requests.map(({ target }) => target),
        ['', '', '', '/prefix', '/prefix'].map((prefix) => `${prefix}/api/v3/ping`),
      );
    });

    it('uses the version that a caller requests', async () => {
      const client = await at.serve((_, response) => sendJson(response, pong));
      await client.call(ping, {}, { version: 'v2' });
      assert.equal(at.server.requests[0]?.target, '/api/v2/ping');
    });

    it("writes the account's own segments into paths", async () => {
      await at.serve((_, response) => sendJson(response, pong));
      const client = new ApiClient({
        target: { baseUrl: at.server.url, pathWords: { cache: 'c', hub: 'center' } },
        credentials: () => Promise.resolve({ kind: 'token', token: 't' }),
      });
      await client.call(updateHubCache, { path: { serverId: 1, webappId: 2 }, body: {} });
      assert.equal(at.server.requests[0]?.target, '/api/v3/servers/1/webapps/2/center');
    });

    it('reads credentials anew for every attempt', async () => {
      let count = 0;
      await at.serve((_, response, number) => sendJson(response, pong, number === 0 ? 500 : 200));
      const client = new ApiClient({
        target: { baseUrl: at.server.url, pathWords: referencePathWords },
        credentials: () => Promise.resolve({ kind: 'token', token: `t${(count += 1)}` }),
        clock: at.clock,
        limits: patientLimits,
      });
      await drive(at.clock, client.call(ping, {}));
      const [first, second] = at.server.requests.map(({ headers }) => headers['authorization']);
      assert.notEqual(first, second);
    });

    it('reads credentials once for a request, after the first one', async () => {
      let count = 0;
      await at.serve((_, response) => sendJson(response, pong));
      const client = new ApiClient({
        target: { baseUrl: at.server.url, pathWords: referencePathWords },
        credentials: () => Promise.resolve({ kind: 'token', token: `t${(count += 1)}` }),
      });
      await client.call(ping, {});
      const before = count;
      await client.call(ping, {});
      assert.equal(count, before + 1);
    });

    it("sends nothing, and quotes nothing, if the credentials can't be read", async () => {
      await at.serve((_, response) => sendJson(response, pong));
      const client = new ApiClient({
        target: { baseUrl: at.server.url, pathWords: referencePathWords },
        credentials: () => Promise.reject(new Error('sentinel-token is broken')),
      });
      for (const work of [client.call(ping, {}), client.plan(ping, {})]) {
        const error = await assertFails(work, 'unauthorized');
        assert.match(error.message, /could not be read; sign in again/);
        assert.ok(!error.stack?.includes('sentinel'));
      }
      assert.equal(at.server.requests.length, 0);
    });

    it('sends no credentials that would break a header', async () => {
      const client = await at.serve((_, response) => sendJson(response, pong), {
        credentials: { kind: 'token', token: 'sentinel\r\nX-Own: injected' },
      });
      const error = await assertFails(client.call(ping, {}), 'unauthorized');
      assert.match(error.message, /cannot be sent/);
      assert.ok(!error.message.includes('sentinel'));
      assert.equal(at.server.requests.length, 0);
    });

    it('sends no body of a wrong shape, and no id that would break out of its path', async () => {
      const client = await at.serve((_, response) => sendJson(response, pong));
      // Data from a person's document may have any shape.
      const body = { useDns: 'yes' } as unknown as typeof sshBody;
      const refused = await assertFails(
        client.call(updateSshSettings, { path: { serverId: 1 }, body }),
        'invalid',
      );
      assert.deepEqual(Object.keys(refused.fieldErrors), ['useDns']);
      await assertFails(client.call(readServer, { path: { serverId: '..' } }), 'invalid');
      assert.equal(at.server.requests.length, 0);
    });

    it('plans exactly what it would send, without sending it', async () => {
      const client = await at.serve((_, response) => sendJson(response, sshAnswer));
      const input = { path: { serverId: 7 }, body: sshBody };
      const plan = await client.plan(updateSshSettings, input, { version: 'v2' });
      assert.equal(at.server.requests.length, 0);
      await client.call(updateSshSettings, input, { version: 'v2' });
      const [request] = at.server.requests;
      assert.deepEqual(
        { method: request?.method, path: request?.target, body: JSON.parse(request?.body ?? '') },
        { method: plan.method, path: plan.path, body: plan.body },
      );
      assert.equal(plan.version, 'v2');
    });
  });

  describe('lists', () => {
    it('keeps the paging with any filters', async () => {
      const client = await at.serve((_, response) => sendJson(response, { data: [] }));
      await client.page(listServers, {}, 1, { filters: { perPage: 1_000, page: 9 } });
      const { searchParams } = new URL(at.server.requests[0]?.target ?? '', at.server.url);
      assert.equal(searchParams.get('perPage'), '40');
      assert.equal(searchParams.get('page'), '1');
    });

    it('rejects a list whose items have another shape, naming the item', async () => {
      const client = await at.serve((_, response) => sendJson(response, { data: [{ id: 'x' }] }));
      const error = await assertFails(
        client.page(listCronJobs, { path: { serverId: 1 } }, 1),
        'contract',
      );
      assert.match(error.message, /0\.id/);
    });
  });

  describe('events', () => {
    it('report every exchange with its outcome, failed attempts included', async () => {
      const client = await at.serve((_, response, count) =>
        sendJson(response, pong, count === 0 ? 503 : 200),
      );
      const exchanges: Exchange[] = [];
      client.onDidExchange((exchange) => exchanges.push(exchange));
      await drive(at.clock, client.call(ping, {}));
      const template = '/api/v3/ping';
      const operation = { method: 'GET', path: template };
      assert.deepEqual(
        exchanges.map(({ duration, ...rest }) => ({ ...rest, took: duration >= 0 })),
        [
          { operation, version: 'v3', template, outcome: 503, took: true },
          { operation, version: 'v3', template, outcome: 200, took: true },
        ],
      );
    });

    it('report how exchanges without an answer ended', async () => {
      const { client, arrived } = await at.serveByHand();
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

    it('leave out the query, because a search is content', async () => {
      const client = await at.serve((_, response) => sendJson(response, { data: [] }));
      const paths: string[] = [];
      client.onDidExchange(({ operation }) => paths.push(operation.path));
      await client.page(listServers, {}, 1, { filters: { search: 'private' } });
      assert.deepEqual(paths, ['/api/v3/servers']);
    });
  });
});
