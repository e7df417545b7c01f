import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import {
  createFetcher,
  exchange,
  type HttpAnswer,
  type HttpLimits,
  type HttpRequest,
} from '../../../src/api/http';
import { assertFails, failureOf } from '../../support/apiErrors';
import { FakeClock, settle } from '../../support/fakeClock';
import {
  closedAddress,
  type RecordingServer,
  type Respond,
  sendJson,
  startRecordingServer,
} from '../../support/httpServer';
import { until } from '../../support/until';

const limits: HttpLimits = { answerTimeout: 30_000, callTimeout: 60_000, maximumBody: 1_000_000 };

describe('exchange', () => {
  const clock = new FakeClock();
  let server: RecordingServer;

  async function serve(respond: Respond): Promise<void> {
    server = await startRecordingServer(respond);
  }

  function send(request: Partial<HttpRequest> = {}): Promise<HttpAnswer> {
    const operation = { method: 'GET', path: '/api/v3/ping' } as const;
    const url = `${server.url}/api/v3/ping`;
    const whole = { operation, url, headers: {}, body: undefined, signal: undefined, ...request };
    return exchange(whole, limits, clock);
  }

  function reached(): Promise<void> {
    return until('the request has come', () => server.requests.length === 1);
  }

  function closed(): Promise<void> {
    return until('the connection is closed', () => server.open === 0);
  }

  afterEach(async () => {
    await server.close();
    assert.equal(clock.pending, 0, 'timers were left behind');
  });

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    it(`sends a ${method} once if a reused connection ends without an answer`, async () => {
      const ports: unknown[] = [];
      await serve((request, response, count) => {
        ports.push(response.socket?.remotePort);
        if (request.method === 'GET') sendJson(response, {});
        else if (count % 4 === 1) response.socket?.destroy();
        else response.socket?.resetAndDestroy();
      });
      const write = { operation: { method, path: '/api/v3/ping' }, body: '{"name":"x"}' } as const;
      for (const times of [1, 2]) {
        await send();
        // Until then the connection counts as busy.
        await settle();
        await assertFails(send(write), 'network');
        assert.equal(server.requests.filter((each) => each.method === method).length, times);
      }
      assert.deepEqual([ports[0], ports[2]], [ports[1], ports[3]], 'connections were not reused');
    });
  }

  it('recognizes a redirect that a browser hides', async () => {
    await serve((_, response) => sendJson(response, {}));
    const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null };
    const operation = { method: 'GET', path: '/x' } as const;
    const request = { operation, url: server.url, headers: {}, body: undefined, signal: undefined };
    const fetcher = createFetcher(() => Promise.resolve(hidden as Response));
    assert.equal((await exchange(request, limits, clock, fetcher)).status, 302);
    assert.equal(server.requests.length, 0);
  });

  it('sends method, path, headers and body unchanged', async () => {
    await serve((_, response) => sendJson(response, {}));
    await send({
      operation: { method: 'DELETE', path: '/x' },
      url: `${server.url}/x?a=%2F`,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-Own': 'o' },
      body: '{"ip":"192.0.2.1"}',
    });
    const [request] = server.requests;
    assert.equal(request?.method, 'DELETE');
    assert.equal(request.target, '/x?a=%2F');
    assert.equal(request.body, '{"ip":"192.0.2.1"}');
    assert.equal(request.headers['accept'], 'application/json');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.headers['x-own'], 'o');
  });

  it('returns status, headers and body of an answer with any status', async () => {
    await serve((_, response) => sendJson(response, { message: 'no' }, 503, { 'X-Own': 'o' }));
    const answer = await send();
    assert.equal(answer.status, 503);
    assert.equal(answer.headers.get('x-own'), 'o');
    assert.equal(answer.body, '{"message":"no"}');
    assert.equal(server.requests.length, 1, 'a layer below the client repeated the request');
  });

  it('returns an empty text if there is no body', async () => {
    await serve((_, response) => response.writeHead(204).end());
    assert.equal((await send()).body, '');
  });

  it('joins characters split across chunks', async () => {
    const text = '"π → 😀"';
    await serve(async (_, response) => {
      for (const byte of Buffer.from(text)) {
        await write(response, Buffer.of(byte));
        // Waits a few turns, so that the bytes don't arrive together.
        for (let turn = 0; turn < 5; turn += 1) await settle();
      }
      response.end();
    });
    assert.equal((await send()).body, text);
  });

  it('follows no redirects', async () => {
    const other = await startRecordingServer((_, response) => sendJson(response, {}));
    await serve((_, response) => response.writeHead(302, { Location: other.url }).end());
    const answer = await send({ headers: { Authorization: 'Bearer sentinel-token' } });
    assert.equal(answer.status, 302);
    assert.equal(other.requests.length, 0);
    await other.close();
  });

  it('waits thirty seconds for an answer to begin, then hangs up', async () => {
    await serve(() => undefined);
    const failed = assertFails(send(), 'timeout');
    await reached();
    await clock.advance(29_999);
    assert.equal(server.open, 1);
    await clock.advance(1);
    assert.match((await failed).message, /no answer within 30 s/);
    await closed();
  });

  it('allows an answer a minute in total, then hangs up', async () => {
    await serve((_, response) => write(response, '{"data":'));
    const failed = assertFails(send(), 'timeout');
    await reached();
    await until('the answer has begun', () => clock.pending === 1);
    await clock.advance(59_999);
    assert.equal(server.open, 1);
    await clock.advance(1);
    assert.match((await failed).message, /not complete within 60 s/);
    await closed();
  });

  it('reads a body of the maximum length, and none that is longer', async () => {
    let extra = 0;
    await serve((_, response) => response.end('x'.repeat(limits.maximumBody + extra)));
    assert.equal((await send()).body.length, limits.maximumBody);
    extra += 1;
    const error = await assertFails(send(), 'contract');
    assert.match(error.message, /longer than 1000000 bytes/);
    assert.equal(error.status, 200);
  });

  it('closes the connection before it has read a 50 MB body', async () => {
    let written = 0;
    await serve(async (_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      while (written < 50 * 1024 * 1024 && !response.destroyed) {
        await write(response, chunk);
        written += chunk.length;
      }
    });
    await assertFails(send(), 'contract');
    await closed();
    assert.ok(written < 20 * 1024 * 1024, `${written} bytes were read`);
  });

  it('stops reading a compressed body that grows too long', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    assert.ok(bomb.length < limits.maximumBody);
    await serve((_, response) =>
      response
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bomb.length })
        .end(bomb),
    );
    await assertFails(send(), 'contract');
  });

  it('reads a compressed body', async () => {
    const body = gzipSync('"compressed"');
    await serve((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body));
    assert.equal((await send()).body, '"compressed"');
  });

  it('reports a connection that ends before the answer', async () => {
    await serve((_, response) => response.destroy());
    const error = await assertFails(send(), 'network');
    assert.match(error.message, /the connection failed \(\w+\)/);
  });

  it('reports a connection that ends within the answer', async () => {
    await serve(async (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      await write(response, '{"data":');
      response.destroy();
    });
    await assertFails(send(), 'network');
  });

  it('returns the code of a refused connection, which means that nothing was sent', async () => {
    await serve(() => undefined);
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = (await closedAddress()).replace('127.0.0.1', host);
      const error = await assertFails(send({ url }), 'network');
      assert.equal(error.code, 'ECONNREFUSED', host);
    }
  });

  it('sends nothing if already cancelled', async () => {
    await serve(() => assert.fail('sent'));
    await assertFails(send({ signal: AbortSignal.abort() }), 'cancelled');
  });

  it('hangs up when cancelled while waiting', async () => {
    await serve(() => undefined);
    const stop = new AbortController();
    const failed = assertFails(send({ signal: stop.signal }), 'cancelled');
    await reached();
    stop.abort();
    await failed;
    await closed();
  });

  for (const [length, headers] of [
    ['is told', { 'Content-Length': '100' }],
    ['is unknown', {}],
  ] as const) {
    it(`hangs up when cancelled while reading a body whose length ${length}`, async () => {
      await serve((_, response) => {
        response.writeHead(200, headers);
        return write(response, '{"data":');
      });
      const stop = new AbortController();
      const failed = assertFails(send({ signal: stop.signal }), 'cancelled');
      await until('the answer has begun', () => clock.pending === 1);
      stop.abort();
      await failed;
      await closed();
    });
  }

  it('fails with an ApiError for an invalid address', async () => {
    await serve(() => undefined);
    await assertFails(send({ url: 'nowhere' }), 'network');
  });

  it('reveals nothing of the underlying failure', async () => {
    await serve((_, response) => response.destroy());
    const error = await failureOf(send({ headers: { Authorization: 'Bearer sentinel-token' } }));
    assert.equal(error.cause, undefined);
  });
});

/** Writes and waits until the data is on its way, or the request was cancelled. */
function write(response: ServerResponse, chunk: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.write(chunk, () => {
      response.off('close', resolve);
      resolve();
    });
  });
}
