import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import { applySsl, deleteSsl, readSsl, redeploySsl } from '../../src/api/contract/ssl';
import { createCronJob, listCronJobs, toggleCronJob } from '../../src/api/contract/cronJob';
import { preloadCache } from '../../src/api/contract/cacheConfiguration';
import { listBlockedAddresses } from '../../src/api/contract/serverFacts';
import { deleteIntegration, listIntegrations } from '../../src/api/contract/integration';
import { ping } from '../../src/api/contract/ping';
import { listServers, readServer, updateServerMeta } from '../../src/api/contract/server';
import { updateSshConfig, updateSshSettings } from '../../src/api/contract/ssh';
import { deleteSupervisorJob } from '../../src/api/contract/supervisorJob';
import { readWaf } from '../../src/api/contract/waf';
import type { ApiErrorReason } from '../../src/api/errors';
import { collect } from '../../src/api/paging';
import { assertFails, failureOf } from '../support/apiErrors';
import { drive } from '../support/drive';
import { FakeClock } from '../support/fakeClock';
import { type Respond, sendJson, startRecordingServer } from '../support/httpServer';
import { patientLimits } from '../support/servedClient';
import { clientOf, type TestClientOptions } from '../support/testClient';
import { exampleOf } from './literal/checkShape';
import { cronJob, server as serverShape } from './literal/resources';
import { rawWords } from '../support/rawWords';
import { allTests } from '../support/eachTest';

const atServer = { path: { serverId: 1 } };
const atDomain = { path: { serverId: 1, webappId: 2, domainId: 3 } };
const atCertificate = { path: { ...atDomain.path, sslId: 4 } };

describe('The client keeps the rules of the reference', () => {
  const clock = new FakeClock();
  let respond: Respond;

  const server = allTests(() =>
    startRecordingServer((request, response, count) => respond(request, response, count)),
  );

  /** A client with a fast clock, for a server with these answers. */
  function clientFor(answer: Respond, options: TestClientOptions = {}) {
    respond = answer;
    return clientOf(server.url, { clock, limits: patientLimits, ...options });
  }

  const answering =
    (value: unknown): Respond =>
    (_, response) =>
      sendJson(response, value);
  const lastRequest = () => server.requests.at(-1) ?? assert.fail('nothing was sent');

  describe('§4 the rules of endpoints', () => {
    it("reads a list page by page, forty items at a time, until it's complete", async () => {
      const jobs = Array.from({ length: 57 }, (_, id) => ({
        ...(exampleOf(cronJob) as object),
        id,
      }));
      const asked: string[] = [];
      const client = clientFor(({ target }, response) => {
        const { searchParams } = new URL(target, server.url);
        const page = Number(searchParams.get('page'));
        asked.push(`${searchParams.get('perPage')} of page ${page}`);
        const data = jobs.slice((page - 1) * 40, page * 40);
        const counts = { count: data.length, current_page: page, total_pages: 2, links: {} };
        sendJson(response, { data, meta: { pagination: { total: 57, per_page: 40, ...counts } } });
      });
      const { items, missing } = await collect(client.pages(listCronJobs, atServer));
      assert.deepEqual(items, jobs);
      assert.equal(missing, 0);
      assert.deepEqual(asked, ['40 of page 1', '40 of page 2']);
    });

    it('sends a partial body in a PATCH, with only the given fields', async () => {
      const ssh = { passwordlessLogin: true, preventRootLogin: true, useDns: false };
      const client = clientFor(answering(ssh));
      await client.call(updateSshSettings, { ...atServer, body: { useDns: false } });
      assert.equal(lastRequest().body, '{"useDns":false}');
      assert.equal(lastRequest().method, 'PATCH');
    });

    it('accepts a list that is a bare array, and one without meta', async () => {
      const blocked = ['192.0.2.1', '2001:db8::1'];
      const addresses = await clientFor(answering(blocked)).page(listBlockedAddresses, atServer, 1);
      assert.deepEqual([addresses.items, addresses.isLast], [blocked, true]);
      const { items, isLast } = await clientFor(answering({ data: [] })).page(
        listIntegrations,
        {},
        1,
      );
      assert.deepEqual([items, isLast], [[], true]);
    });

    it('treats an answer without its array as unreadable, never as an empty list', async () => {
      for (const odd of [
        { data: null },
        { data: {} },
        { data: { a: 1 } },
        { meta: {} },
        {},
        null,
      ]) {
        const page = clientFor(answering(odd)).page(listIntegrations, {}, 1);
        await assertFails(page, 'contract');
      }
    });

    it('doesn’t end a list at a page without its array', async () => {
      const first = Array.from({ length: 40 }, (_, id) => ({
        ...(exampleOf(cronJob) as object),
        id,
      }));
      for (const odd of [{ data: null }, { data: {} }, {}]) {
        const client = clientFor(({ target }, response) => {
          const isFirst = new URL(target, server.url).searchParams.get('page') === '1';
          sendJson(response, isFirst ? { data: first } : odd);
        });
        const { items, failures } = await collect(client.pages(listCronJobs, atServer));
        assert.deepEqual([items.length, failures.map(({ number }) => number)], [40, [2]]);
      }
    });

    it('accepts an empty object as success when SSL is applied', async () => {
      const body = {
        advancedSSL: true,
        autoSSL: true,
        provider: 'letsencrypt',
        enableHttp: true,
        enableHsts: true,
        authorizationMethod: 'http-01',
        environment: 'live',
      };
      assert.deepEqual(await clientFor(answering({})).call(applySsl, { ...atDomain, body }), {});
    });

    it('accepts {}, {message}, an empty body, and the resource itself as success of an observed write', async () => {
      const bodies = [
        '',
        '{}',
        '{"message":"done"}',
        '{"message":null}',
        '{"id":1,"label":"gone"}',
      ];
      for (const body of bodies) {
        const client = clientFor((_, response) => response.end(body));
        const answers = await Promise.allSettled([
          client.call(toggleCronJob, { path: { serverId: 1, cronJobId: 2 } }),
          client.call(preloadCache, { path: { serverId: 1, webappId: 2 } }),
          client.call(deleteSupervisorJob, { path: { serverId: 1, supervisorId: 2 } }),
          client.call(deleteIntegration, { path: { apiId: 1 } }),
          client.call(redeploySsl, atCertificate),
          client.call(deleteSsl, atCertificate),
        ]);
        assertEvery(answers, ({ status }) => status === 'fulfilled');
      }
    });

    it('recognizes a missing certificate in both observed ways', async () => {
      const message = 'No certificate is installed.';
      const answer = await clientFor(answering({ message })).call(readSsl, atDomain);
      assert.equal(answer.id, undefined);
      const client = clientFor((_, response) => sendJson(response, { message }, 404));
      assert.equal((await failureOf(client.call(readSsl, atDomain))).status, 404);
    });

    it('accepts values beyond the observed ones', async () => {
      const odd = {
        ...(exampleOf(serverShape) as object),
        transferStatus: 'MOVING',
        tags: [{ a: 1 }],
      };
      const { transferStatus, tags } = await clientFor(answering(odd)).call(readServer, atServer);
      assert.deepEqual([transferStatus, tags], ['MOVING', [{ a: 1 }]]);
    });
  });

  describe('§5 authentication', () => {
    it('accepts the message "pong" as success', async () => {
      const { message } = await clientFor(answering({ message: 'pong' })).call(ping, {});
      assert.equal(message, 'pong');
    });

    it('uses only v2 with the legacy key and secret, as Basic', async () => {
      const credentials = { kind: 'basic', key: 'the-key', secret: 'the-secret' } as const;
      const client = clientFor(answering({ message: 'pong' }), { credentials });
      await client.call(ping, {});
      assert.equal(lastRequest().target, '/api/v2/ping');
      assert.equal(lastRequest().headers['authorization'], 'Basic dGhlLWtleTp0aGUtc2VjcmV0');
      const count = server.requests.length;
      await assertFails(client.call(ping, {}, { version: 'v3' }), 'unsupported');
      await assertFails(
        client.call(readWaf, { path: { serverId: 1, webappId: 2 } }),
        'unsupported',
      );
      assert.equal(server.requests.length, count);
    });
  });

  describe('§7 errors', () => {
    const table: readonly [status: number, reason: ApiErrorReason][] = [
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'notFound'],
      [422, 'invalid'],
      [429, 'rateLimited'],
      [500, 'server'],
      [502, 'server'],
      [503, 'server'],
      [504, 'server'],
    ];
    for (const [status, reason] of table) {
      it(`reports ${status} as "${reason}", with the message for the user`, async () => {
        const message = 'What the service says.';
        const client = clientFor((_, response) =>
          sendJson(response, { message }, status, { 'Retry-After': '3600' }),
        );
        const error = await assertFails(client.call(ping, {}), reason);
        assert.equal(error.status, status);
        assert.equal(rawWords(error.serviceMessage), message);
        assert.equal(error.message, `GET /api/v3/ping: ${status} ${reason}: ${message}`);
      });
    }

    for (const status of [404, 405, 501]) {
      it(`reports ${status} for an observed operation as not offered`, async () => {
        const client = clientFor((_, response) => sendJson(response, {}, status));
        await assertFails(client.call(readServer, atServer), 'unsupported');
      });
    }

    it('reports field errors of 422 by field', async () => {
      const errors = { name: ['is taken', 'is too long'], provider: 'is unknown' };
      const client = clientFor((_, response) =>
        sendJson(response, { message: 'Invalid.', errors }, 422),
      );
      const call = client.call(updateServerMeta, { ...atServer, body: { name: 'n' } });
      const { fieldErrors } = await assertFails(call, 'invalid');
      assert.deepEqual(rawWords(fieldErrors), {
        name: ['is taken', 'is too long'],
        provider: ['is unknown'],
      });
    });

    it('repeats a read after 50x, and never a write', async () => {
      const start = server.requests.length;
      const client = clientFor((_, response) => sendJson(response, {}, 500));
      await drive(clock, assertFails(client.call(ping, {}), 'server'));
      assert.equal(server.requests.length - start, 4);
      const body = { useDns: true };
      await assertFails(client.call(updateSshConfig, { ...atServer, body }), 'server');
      assert.equal(server.requests.length - start, 5);
    });
  });

  describe('§8 limits', () => {
    const counted = (limit: number, remaining: number): Respond => {
      const headers = { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${remaining}` };
      return (_, response) => sendJson(response, { message: 'pong' }, 200, headers);
    };

    it('learns the limit from every answer, including failures', async () => {
      const client = clientFor(counted(60, 59));
      await client.call(ping, {});
      assert.equal(client.rateLimit?.remaining, 59);
      const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '40' };
      respond = (_, response) => sendJson(response, {}, 404, headers);
      await failureOf(client.call(ping, {}));
      assert.equal(client.rateLimit?.remaining, 40);
    });

    it('sends what a person asks for although none are said to remain', async () => {
      const client = clientFor(counted(60, 0));
      const before = clock.now();
      for (let each = 0; each < 3; each += 1) await client.call(ping, {});
      await client.call(ping, {}, { priority: 'background' });
      assert.equal(clock.now(), before);
    });

    it('waits after 429 and repeats the refused request, reads and writes alike', async () => {
      let refusals = 0;
      const client = clientFor((_, response) => {
        const isRefused = refusals < 2;
        refusals += 1;
        sendJson(response, isRefused ? {} : exampleOf(cronJob), isRefused ? 429 : 200);
      });
      const body = {
        label: 'l',
        username: 'u',
        command: 'c',
        minute: '*',
        hour: '*',
        dayOfMonth: '*',
        month: '*',
        dayOfWeek: '*',
      };
      const before = clock.now();
      await drive(clock, client.call(createCronJob, { ...atServer, body }));
      assert.equal(refusals, 3);
      assert.ok(clock.now() - before >= 1_000, 'it waited');
    });
  });

  describe('§9 versions', () => {
    it('calls each operation in the version given by the reference', async () => {
      const client = clientFor(answering({ data: [] }));
      await client.page(listCronJobs, atServer, 1);
      assert.match(lastRequest().target, /^\/api\/v2\//);
      await client.page(listServers, {}, 1);
      assert.match(lastRequest().target, /^\/api\/v3\//);
    });

    it('supports ping and the SSH settings in both versions', async () => {
      const ssh = { passwordlessLogin: true, preventRootLogin: true, useDns: false };
      const client = clientFor(answering({ message: 'pong', ...ssh }));
      for (const version of ['v2', 'v3'] as const) {
        await client.call(ping, {}, { version });
        assert.equal(lastRequest().target, `/api/${version}/ping`);
        await client.call(updateSshSettings, { ...atServer, body: {} }, { version });
        assert.equal(lastRequest().target, `/api/${version}/servers/1/settings/ssh`);
      }
    });
  });
});
