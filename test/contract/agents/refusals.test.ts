import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { AgentTable } from '../../../src/agents/agentTable';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import type { ToolAnswer } from '../../../src/agents/tools/callTool';
import { connectOverHttp } from '../../support/agents/agentClients';
import { callOver } from '../../support/agents/answers';
import { eventually } from '../../support/eventually';

const called: string[] = [];
const table: AgentTable = {
  tools: [],
  call(name) {
    called.push(name);
    if (name === 'broken') {
      const headers = { authorization: 'Bearer SENTINEL' };
      return Promise.reject(Object.assign(new Error('SENTINEL'), { request: { headers } }));
    }
    return Promise.resolve({ text: 'done', isError: false });
  },
};
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read' } };
const limits = { idle: 60_000, arrival: 2_000, connections: 8 };

describe('The server for agents', () => {
  let server: AgentServer;
  let port: number;

  beforeEach(async () => {
    called.length = 0;
    server = await startServer(table, '1.0.0', limits);
    port = Number(new URL(server.url).port);
  });

  afterEach(() => server.stop());

  /** The status of the answer to a call, which is valid except for a test's changes. */
  const statusOf = ({
    headers = {},
    body = JSON.stringify(call),
    path = '/mcp',
    method = 'POST',
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly path?: string;
    readonly method?: string;
  } = {}): Promise<number | string> =>
    new Promise((resolve) => {
      const usual = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
      const asked = request(
        { host: '127.0.0.1', port, path, method, headers: { ...usual, ...headers }, agent: false },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      asked.on('error', () => resolve('cut off'));
      asked.end(body);
    });

  const answerTo = async (headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method: 'POST',
      headers,
      agent: false,
    });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    return response;
  };

  it('answers callers with the token', async () => {
    assert.equal(await statusOf(), 200);
    assert.equal(await statusOf({ headers: { host: `localhost:${port}` } }), 200);
    assert.equal(await statusOf({ headers: { origin: `http://127.0.0.1:${port}` } }), 200);
    assert.equal(called.length, 3);
  });

  it('refuses foreign hosts and origins, even with the right token', async () => {
    for (const headers of [
      { host: 'example.com' },
      { host: `example.com:${port}` },
      { host: '127.0.0.1' },
      { origin: 'https://example.com' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1' },
      { origin: `https://127.0.0.1:${port}` },
    ]) {
      assert.equal(await statusOf({ headers }), 403, JSON.stringify(headers));
    }
    assert.deepEqual(called, []);
  });

  it('refuses a missing token, a wrong one and one in the wrong form', async () => {
    const { token } = server;
    for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`]) {
      assert.equal(await statusOf({ headers: { authorization } }), 401, authorization);
    }
    assert.deepEqual(called, []);
  });

  it('answers a challenge only from its own address to a caller that proves to know the token', async () => {
    const challenge = 'ab'.repeat(16);
    const prove = (text: string, token = server.token): string =>
      createHmac('sha256', token).update(text).digest('hex');
    const authorization = `Proof ${prove(`agent ${challenge}`)}`;
    for (const headers of [
      { authorization: '' },
      { authorization: `Proof ${prove(challenge)}` },
      { authorization: `Proof ${prove(`server ${challenge}`)}` },
      { authorization: `Proof ${prove(`agent ${challenge}`, 'guessed')}` },
      { authorization, host: `example.com:${port}` },
      { authorization, origin: 'https://example.com' },
      { authorization, 'agent-challenge': 'cd'.repeat(16) },
    ]) {
      const { statusCode, headers: told } = await answerTo({
        'agent-challenge': challenge,
        ...headers,
      });
      assert.ok(statusCode === 401 || statusCode === 403, JSON.stringify(headers));
      assert.equal(told['agent-challenge'], undefined, JSON.stringify(headers));
    }
    const { statusCode, headers } = await answerTo({ authorization, 'agent-challenge': challenge });
    assert.equal(statusCode, 204);
    assert.equal(headers['agent-challenge'], prove(`server ${challenge}`));
    assert.equal(await statusOf({ headers: { authorization } }), 401, 'a proof calls nothing');
    assert.deepEqual(called, []);
  });

  it('accepts one path and one method', async () => {
    assert.equal(await statusOf({ path: '/' }), 404);
    assert.equal(await statusOf({ method: 'GET', body: '' }), 405);
    const headers = { accept: 'text/event-stream', authorization: '' };
    assert.equal(await statusOf({ method: 'GET', body: '', headers }), 401);
    assert.equal(await statusOf({ method: 'DELETE', body: '' }), 405);
  });

  it('refuses bodies over 1 MB, with or without a content length', async () => {
    const body = JSON.stringify({ ...call, params: { name: 'x'.repeat(1024 * 1024) } });
    const announced = await statusOf({ body, headers: { 'content-length': `${body.length}` } });
    const unannounced = await statusOf({ body, headers: { 'transfer-encoding': 'chunked' } });
    for (const status of [announced, unannounced]) {
      assert.ok(status === 413 || status === 'cut off', String(status));
    }
    assert.deepEqual(called, []);
    const name = 'x'.repeat(1024 * 1024 - JSON.stringify({ ...call, params: { name: '' } }).length);
    assert.equal(await statusOf({ body: JSON.stringify({ ...call, params: { name } }) }), 200);
  });

  it("refuses anything that isn't a message", async () => {
    for (const body of ['', '{', '[]', '1', '{}', '{"jsonrpc":"2.0","id":{},"method":"ping"}']) {
      assert.equal(await statusOf({ body }), 400, body);
    }
    assert.equal(await statusOf({ headers: { 'mcp-protocol-version': '2019-01-01' } }), 400);
    assert.deepEqual(called, []);
  });

  it('reveals and prints nothing about an error', async () => {
    const printed: string[] = [];
    const outputs = [process.stdout, process.stderr].map((output) => ({
      output,
      write: output.write.bind(output),
    }));
    for (const { output } of outputs) {
      output.write = (text: Uint8Array | string) => printed.push(String(text)) > 0;
    }
    const params = { name: 'broken' };
    try {
      const response = await fetch(server.url, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}` },
        body: JSON.stringify({ ...call, params }),
      });
      const headers = JSON.stringify([...response.headers]);
      printed.push(headers, await response.text());
      assert.equal(response.status, 500);
    } finally {
      for (const { output, write } of outputs) output.write = write;
    }
    assert.deepEqual(called, ['broken']);
    assert.doesNotMatch(printed.join(''), new RegExp(`SENTINEL|${server.token}`));
    assert.equal(await statusOf(), 200);
  });

  it('hangs up on clients that send too slowly', async () => {
    const start = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    const rest = `Authorization: Bearer ${server.token}\r\nContent-Length: 100\r\n\r\n{`;
    const ended = [start, `${start}${rest}`].map((text) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(text);
      return closed(socket);
    });
    await Promise.all(ended);
    assert.deepEqual(called, []);
    assert.equal(await statusOf(), 200);
  });

  it('accepts few of a thousand connections, answers those, and recovers afterwards', async () => {
    await server.stop();
    server = await startServer(table, '1.0.0', { ...limits, arrival: 60_000 });
    port = Number(new URL(server.url).port);
    const headers = { authorization: `Bearer ${server.token}` };
    const begun = request(server.url, { method: 'POST', headers, agent: false });
    begun.flushHeaders();
    const [socket] = (await once(begun, 'socket')) as [Socket];
    if (socket.connecting) await once(socket, 'connect');
    const sockets = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1'));
    let ended = 0;
    for (const socket of sockets) void closed(socket).then(() => (ended += 1));
    await eventually(() => assert.equal(ended, sockets.length - limits.connections + 1));
    assert.equal(await statusOf(), 'cut off');
    begun.end(JSON.stringify(call));
    const [answer] = (await once(begun, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    for (const each of [...sockets, socket]) each.destroy();
    await eventually(async () => assert.equal(await statusOf(), 200));
  });

  it('stops only when there are no more calls', async () => {
    await server.stop();
    server = await startServer(table, '1.0.0', { ...limits, idle: 2_000 });
    port = Number(new URL(server.url).port);
    assert.equal(await statusOf(), 200);
    await server.stopped;
    assert.equal(await statusOf(), 'cut off');
  });

  it('keeps running while a client listens or waits for an answer, however long that takes', async () => {
    const idle = { ...limits, idle: 1_000 };
    const listened = await startServer(table, '1.0.0', idle);
    const client = await connectOverHttp(listened, '2025-11-25');
    let answer = (): void => assert.fail('not called');
    const waiting = new Promise<ToolAnswer>((resolve) => {
      answer = () => resolve({ text: 'late', isError: false });
    });
    const slow = await startServer({ tools: [], call: () => waiting }, '1.0.0', idle);
    const late = fetch(slow.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${slow.token}` },
      body: JSON.stringify(call),
    });
    // Started last and with a longer timeout: without a client, the others would have stopped before it.
    await (
      await startServer(table, '1.0.0', { ...idle, idle: 1_500 })
    ).stopped;
    answer();
    assert.match(await (await late).text(), /late/);
    await slow.stopped;
    assert.equal((await callOver(client, 'read', {})).text, 'done');
    await client.close();
    await listened.stopped;
  });

  it('ends the answer to a call that is cancelled, even if the call goes on', async () => {
    let isCalled = false;
    const slow = await startServer(
      {
        tools: [],
        call: () => {
          isCalled = true;
          return new Promise(() => undefined);
        },
      },
      '1.0.0',
      limits,
    );
    const post = (message: object, session = '') =>
      fetch(slow.url, {
        method: 'POST',
        headers: { authorization: `Bearer ${slow.token}`, 'mcp-session-id': session },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      });
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const begun = await post({ id: 0, method: 'initialize', params });
    const session = begun.headers.get('mcp-session-id') ?? assert.fail('no session');
    const waiting = post(call, session);
    await eventually(() => assert.ok(isCalled));
    await post({ method: 'notifications/cancelled', params: { requestId: call.id } }, session);
    assert.equal(await (await waiting).text(), '');
    await slow.stop();
  });

  it('has a new port and a new token each time', async () => {
    const other = await startServer(table, '1.0.0', limits);
    assert.notEqual(other.url, server.url);
    assert.notEqual(other.token, server.token);
    assert.match(other.token, /^[0-9a-f]{64}$/);
    await other.stop();
  });
});

function closed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => socket.once('close', () => resolve()));
}
