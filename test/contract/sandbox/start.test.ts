import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { type ServerOptions, startSandbox } from '../../../src/sandbox/start';
import { until } from '../../support/until';
import { useTemporaryFolder } from '../../unit/sandbox/support/temporaryFolder';

// Stored while the file is loaded, before any sandbox has started in this process.
const { Request: platformRequest, Response: platformResponse } = globalThis;

const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };

describe('A started sandbox', () => {
  const folder = useTemporaryFolder();
  const started: Sandbox[] = [];

  async function start(options: ServerOptions = {}): Promise<Sandbox> {
    const sandbox = await startSandbox(options);
    started.push(sandbox);
    return sandbox;
  }

  function send({ url, token }: Sandbox, to: string, init: RequestInit = {}): Promise<Response> {
    return fetch(url + to, { headers: { ...headers, Authorization: `Bearer ${token}` }, ...init });
  }

  async function isDeaf({ url }: Sandbox, address: string): Promise<boolean> {
    const socket = connect(Number(new URL(url).port), address);
    const deaf = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    return deaf;
  }

  afterEach(async () => {
    await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
  });

  it('keeps a bounded number of silent connections, and none for long', async () => {
    const sandbox = await start({ faults: ['latency=6000:GET:/api/v3/servers'] });
    const { port } = new URL(sandbox.url);
    // Keeps its connection, which the next request needs once all others are taken.
    await (await send(sandbox, '/api/v3/ping')).text();
    const late = send(sandbox, '/api/v3/servers');
    let open = 0;
    const sockets = Array.from({ length: 600 }, () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('connect', () => (open += 1));
      socket.on('close', () => (open -= 1));
      socket.on('error', () => undefined);
      return socket;
    });
    await until('the surplus is closed', () => open > 0 && open <= 256);
    const [trickling] = sockets;
    // Never silent, but never a request either.
    trickling?.write('GET /');
    const drip = setInterval(() => trickling?.write('a'), 500);
    await until('all are closed', () => open <= 0).finally(() => clearInterval(drip));
    assert.equal((await send(sandbox, '/api/v3/ping')).status, 200);
    assert.equal((await late).status, 200, 'an answer may take longer than a request');
    for (const socket of sockets) socket.destroy();
  });

  it('answers on its own loopback port, for its own token', async () => {
    const [one, other] = [await start(), await start()];
    assert.match(one.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.notEqual(one.url, other.url);
    assert.notEqual(one.token, other.token);
    assert.ok(one.token.length >= 32);
    assert.deepEqual(await (await send(one, '/api/v3/ping')).json(), { message: 'pong' });
    assert.equal((await send({ ...one, token: other.token }, '/api/v3/ping')).status, 401);
  });

  it('listens on no other address', async () => {
    assert.ok(await isDeaf(await start(), '127.0.0.2'));
  });

  it('uses a given port, and reports if it is taken', async () => {
    const port = Number(new URL((await start()).url).port);
    await assert.rejects(startSandbox({ port }), { code: 'EADDRINUSE' });
  });

  it('reads a body with DELETE', async () => {
    const sandbox = await start();
    const answer = await send(sandbox, '/api/v3/servers/1/security/fail2ban/blockedip', {
      method: 'DELETE',
      body: JSON.stringify({ ip: '203.0.113.7' }),
    });
    assert.equal(answer.status, 200);
  });

  it('rejects another host name in the request', async () => {
    const { url } = await start();
    const request = get(`${url}/api/v3/ping`, {
      headers: { ...headers, Host: 'attacker.example.com' },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 403);
  });

  it("doesn't change the global Request and Response of its process", async () => {
    await send(await start(), '/api/v3/ping');
    assert.equal(globalThis.Request, platformRequest);
    assert.equal(globalThis.Response, platformResponse);
  });

  it('destroys a connection without an answer if configured', async () => {
    const sandbox = await start({ faults: ['reset:count=1'] });
    await assert.rejects(send(sandbox, '/api/v3/ping'));
    assert.equal((await send(sandbox, '/api/v3/ping')).status, 200);
  });

  it('ends a body midway if configured', async () => {
    const sandbox = await start({ faults: ['truncated:count=1'] });
    const answer = await send(sandbox, '/api/v3/ping');
    assert.equal(answer.status, 200);
    assert.ok(answer.headers.has('X-RateLimit-Limit'));
    await assert.rejects(answer.text());
    assert.equal((await send(sandbox, '/api/v3/ping')).status, 200);
  });

  it('rejects an invalid fault before it listens', async () => {
    await assert.rejects(startSandbox({ faults: ['nonsense'] }), { name: 'FaultSpecError' });
  });

  it('closes in spite of open connections and delayed answers', async () => {
    const sandbox = await start({ faults: ['latency=600000:/api/v3/servers'] });
    const agent = new Agent({ keepAlive: true });
    const request = get(`${sandbox.url}/api/v3/ping`, { agent, headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    const late = send(sandbox, '/api/v3/servers').catch(() => 'cut');

    await Promise.all([sandbox.close(), sandbox.close()]);
    assert.equal(await late, 'cut');
    assert.ok(await isDeaf(sandbox, '127.0.0.1'));
    agent.destroy();
  });

  it('keeps written data across restarts, including the number of servers', async () => {
    const stateFile = path.join(folder(), 'state.json');
    const first = await start({ stateFile, servers: 3 });
    const body = JSON.stringify({ name: 'renamed' });
    await send(first, '/api/v3/servers/1/settings/meta', { method: 'PATCH', body });
    await first.close();

    const second = await start({ stateFile, servers: 100 });
    const { data } = (await (await send(second, '/api/v3/servers')).json()) as { data: unknown[] };
    assert.equal(data.length, 3);
    assert.equal(Reflect.get(Object(data[0]), 'name'), 'renamed');
  });

  it('forgets everything without a state file', async () => {
    const first = await start();
    await send(first, '/api/v3/servers/1', { method: 'DELETE' });
    await first.close();
    assert.equal((await send(await start(), '/api/v3/servers/1')).status, 200);
  });

  it('has full pages of ten thousand servers', async () => {
    const sandbox = await start({ servers: 10_000 });
    for (let page = 1; page <= 250; page += 50) {
      const answer = await send(sandbox, `/api/v3/servers?perPage=40&page=${page}`);
      const { data } = (await answer.json()) as { data: unknown[] };
      assert.equal(data.length, 40);
    }
  });
});
