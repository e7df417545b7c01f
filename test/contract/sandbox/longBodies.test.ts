import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { startSandbox } from '../../../src/sandbox/start';

const megabyte = 1024 * 1024;

interface Upload {
  readonly token?: string;
  readonly path?: string;
  readonly length?: number | undefined;
  /** Whose connections are used; one of its own by default. */
  readonly agent?: Agent;
}

describe('The sandbox, for long request bodies', () => {
  let sandbox: Sandbox;
  const open: ClientRequest[] = [];

  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    for (const each of open.splice(0)) each.destroy();
    await sandbox.close();
  });

  /** Starts a POST whose body follows later; without a length, it's sent in chunks. */
  function begin({ token, path = '/api/v3/servers', length, agent }: Upload): ClientRequest {
    const post = request(sandbox.url + path, {
      method: 'POST',
      ...(agent && { agent }),
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(length !== undefined && { 'Content-Length': length }),
      },
    });
    // The sandbox may close the connection instead of reading the rest.
    post.on('error', () => undefined);
    post.flushHeaders();
    open.push(post);
    return post;
  }

  async function statusOf(post: ClientRequest): Promise<number | undefined> {
    const [answer] = (await once(post, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  }

  /** Sends as fast as possible until the answer arrives or everything is sent; returns the amount sent. */
  async function pour(post: ClientRequest, bytes: number): Promise<number> {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let isOver = false;
    const end = new Promise<void>((resolve) => {
      post.once('close', resolve);
    }).then(() => (isOver = true));
    let sent = 0;
    for (; sent < bytes && !isOver; sent += chunk.length) {
      if (!post.write(chunk)) await Promise.race([once(post, 'drain'), end]);
    }
    post.end();
    await end;
    return sent;
  }

  it('answers a caller without a token before any of the body has arrived', async () => {
    for (const length of [50 * megabyte, undefined]) {
      assert.equal(await statusOf(begin({ length })), 401);
      assert.equal(await statusOf(begin({ length, path: '/__sandbox/faults' })), 401);
      assert.equal(await statusOf(begin({ length, token: 'wrong' })), 401);
    }
  });

  it('rejects more than 1 MB at its announced length', async () => {
    const { token } = sandbox;
    const length = megabyte + 1;
    assert.equal(await statusOf(begin({ token, length })), 413);
    assert.equal(await statusOf(begin({ token, length, path: '/__sandbox/faults' })), 413);
  });

  it('rejects more than 1 MB of unannounced length as soon as that much has arrived', async () => {
    const { token } = sandbox;
    for (const path of ['/api/v3/servers', '/__sandbox/faults']) {
      const post = begin({ token, path });
      const status = statusOf(post);
      post.write(Buffer.alloc(megabyte, ' '));
      post.write(' ');
      assert.equal(await status, 413);
    }
  });

  it('uses the connection again after a body that was too long', async () => {
    const { token } = sandbox;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = begin({ token, agent });
    const status = statusOf(post);
    post.write(Buffer.alloc(megabyte, ' '));
    const closed = once(post, 'close');
    post.end(' '.repeat(megabyte));
    assert.equal(await status, 413);
    await closed;
    const next = begin({ token, agent });
    next.end('{}');
    assert.equal(await statusOf(next), 422);
    assert.ok(next.reusedSocket);
    agent.destroy();
  });

  it('reads 1 MB', async () => {
    for (const length of [megabyte, undefined]) {
      const post = begin({ token: sandbox.token, length });
      const status = statusOf(post);
      post.end(Buffer.alloc(megabyte, ' '));
      assert.equal(await status, 422);
    }
  });

  it('keeps nothing of a body without a token', async () => {
    const used = (): number => {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = used();
    let most = 0;
    const posts = Array.from({ length: 8 }, () => begin({}));
    const watch = (): void => void (most = Math.max(most, used() - before));
    await Promise.all(
      posts.map(async (post) => {
        post.on('drain', watch);
        await pour(post, 25 * megabyte);
        watch();
      }),
    );
    assert.ok(most < 60 * megabyte, `${Math.round(most / megabyte)} MB`);
  });
});
