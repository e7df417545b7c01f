import assert from 'node:assert/strict';
import path from 'node:path';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox';
import { startInProcess } from '../../../src/sandbox/startInProcess';
import { stateFile } from '../../../src/sandbox/stateFile';
import { useTemporaryFolder } from './support/temporaryFolder';

const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };

describe('An in-process sandbox', () => {
  const folder = useTemporaryFolder();
  const started: Sandbox[] = [];

  async function start(options?: SandboxOptions): Promise<Sandbox> {
    const sandbox = await startInProcess(options);
    started.push(sandbox);
    return sandbox;
  }

  async function send(sandbox: Sandbox, to: string, init: RequestInit = {}): Promise<Response> {
    assert.ok(sandbox.fetch);
    const authorization = { Authorization: `Bearer ${sandbox.token}` };
    return sandbox.fetch(sandbox.url + to, { headers: { ...headers, ...authorization }, ...init });
  }

  afterEach(async () => {
    await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
  });

  it('answers only through its own fetch, at an unreachable address, for its own token', async () => {
    const [one, other] = [await start(), await start()];
    assert.equal(new URL(one.url).protocol, 'https:');
    assert.match(new URL(one.url).hostname, /\.invalid$/);
    assert.deepEqual(await (await send(one, '/api/v3/ping')).json(), { message: 'pong' });
    assert.equal((await send({ ...one, token: other.token }, '/api/v3/ping')).status, 401);
    await assert.rejects(fetch(`${one.url}/api/v3/ping`));
  });

  it('keeps the day that its data is of, also if nothing was changed', async () => {
    const storage = stateFile(path.join(folder(), 'state.json'));
    const of = async (day: string): Promise<unknown> => {
      const sandbox = await start({ storage, day });
      const answer: unknown = await (await send(sandbox, '/api/v3/servers/3/logs')).json();
      await sandbox.close();
      return answer;
    };
    const first = await of('2026-05-01');
    assert.match(JSON.stringify(first), /"created_at":"2026-05-01 00:03:00"/);
    assert.deepEqual(await of('2026-05-02'), first);
  });

  it('rejects requests addressed to another host', async () => {
    const sandbox = await start();
    const stray = { ...sandbox, url: 'https://api.example.com' };
    assert.equal((await send(stray, '/api/v3/ping')).status, 403);
  });

  it('reads a body with DELETE', async () => {
    const answer = await send(await start(), '/api/v3/servers/1/security/fail2ban/blockedip', {
      method: 'DELETE',
      body: JSON.stringify({ ip: '203.0.113.7' }),
    });
    assert.equal(answer.status, 200);
  });

  it('fails like a broken connection if configured', async () => {
    const sandbox = await start({ faults: ['reset:count=1', 'truncated:count=1'] });
    await assert.rejects(send(sandbox, '/api/v3/ping'), TypeError);
    const answer = await send(sandbox, '/api/v3/ping');
    await assert.rejects(answer.text());
    assert.equal((await send(sandbox, '/api/v3/ping')).status, 200);
  });

  it('stops waiting when the request is aborted', async () => {
    const sandbox = await start({ faults: ['latency=60000'] });
    const stop = new AbortController();
    const late = send(sandbox, '/api/v3/ping', { signal: stop.signal });
    stop.abort();
    await assert.rejects(late, { name: 'AbortError' });
    await assert.rejects(send(sandbox, '/api/v3/ping', { signal: stop.signal }), {
      name: 'AbortError',
    });
  });

  it('stops answering once it is closed, and keeps written data', async () => {
    const storage = stateFile(path.join(folder(), 'state.json'));
    const first = await start({ storage });
    await send(first, '/api/v3/servers/1', { method: 'DELETE' });
    await first.close();
    await assert.rejects(send(first, '/api/v3/ping'), TypeError);
    assert.equal((await send(await start({ storage }), '/api/v3/servers/1')).status, 404);
  });
});
