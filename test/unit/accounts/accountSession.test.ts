import assert from 'node:assert/strict';
import { AccountSession, type SessionState } from '../../../src/accounts/sessions';
import { listCronJobs } from '../../../src/api/contract/cronJob';
import { listDatabaseUsers } from '../../../src/api/contract/databaseUser';
import { listServers } from '../../../src/api/contract/server';
import { ping } from '../../../src/api/contract/ping';
import type { ApiVersion } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';
import { referencePathWords } from '../../../src/api/request';
import { until } from '../../support/until';
import { eachTest } from '../../support/eachTest';

/** A session with a service that answers each version with the same status until changed. */
class World {
  readonly statuses: Record<ApiVersion, number> = { v2: 200, v3: 200 };
  /** Statuses of single paths, in place of their version's. */
  readonly pathStatuses: Record<string, number> = {};
  readonly requests: string[] = [];
  /** Holds answers back, if set, until they are released. */
  held: Promise<void> | undefined;
  readonly states: SessionState[] = [];
  readonly session = new AccountSession({
    baseUrl: 'https://service.test',
    pathWords: referencePathWords,
    credentials: () => Promise.resolve({ kind: 'token', token: 'token' }),
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      const version = pathname.startsWith('/api/v2/') ? 'v2' : 'v3';
      this.requests.push(pathname);
      const headers = { 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '41' };
      const status = this.pathStatuses[pathname] ?? this.statuses[version];
      await Promise.race([this.held, aborted(init?.signal)]);
      const body = pathname.endsWith('/ping') ? { message: 'pong' } : [];
      return Response.json(body, { status, headers });
    },
  });

  constructor() {
    this.session.onDidChangeState((state) => this.states.push(state));
  }

  /** Sends a request, which is answered with this status from now on if one is given. */
  async ask(
    version: ApiVersion,
    { answered = this.statuses[version], signal }: { answered?: number; signal?: AbortSignal } = {},
  ): Promise<void> {
    this.statuses[version] = answered;
    const options = { version, ...(signal && { signal }) };
    await this.session.client.call(ping, {}, options).catch((error: unknown) => {
      assert.ok(error instanceof ApiError);
    });
  }
}

/** Rejects once a request is abandoned. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> | undefined {
  if (!signal) return undefined;
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

describe('The session of an account', () => {
  const world = eachTest(() => new World());

  it('is signed in after an accepted request, and knows the reported limit', async () => {
    const limit = (): number | undefined => world.session.client.rateLimit?.limit;
    assert.equal(world.session.state, 'unknown');
    assert.equal(limit(), undefined);
    await world.ask('v3');
    assert.deepEqual(world.states, ['signedIn']);
    assert.equal(world.session.refusal, undefined);
    assert.equal(limit(), 60);
  });

  it('needs sign-in if the only used version refuses the token', async () => {
    await world.ask('v3', { answered: 401 });
    assert.deepEqual(world.states, ['needsSignIn']);
    assert.equal(world.session.refusal?.reason, 'unauthorized');
  });

  it("isn't locked by an operation's refusal while ping accepts the token", async () => {
    const { client } = world.session;
    const cronJobs = (serverId: number): Promise<unknown> =>
      assert.rejects(client.page(listCronJobs, { path: { serverId } }, 1), { status: 401 });
    for (const id of [1, 2]) world.pathStatuses[`/api/v2/servers/${id}/cronjobs`] = 401;
    await cronJobs(1);
    await until('ping is asked', () => world.requests.includes('/api/v2/ping'));
    await until('the token is accepted', () => world.session.state === 'signedIn');
    assert.equal(world.session.refusal, undefined);
    await cronJobs(1);
    await cronJobs(2);
    await client.page(listDatabaseUsers, { path: { serverId: 1 } }, 1);
    assert.deepEqual(world.states, ['signedIn']);
    assert.deepEqual(
      world.requests.filter((path) => path.endsWith('/ping')),
      ['/api/v2/ping'],
      'once for such an operation is enough',
    );
  });

  it('needs sign-in if ping refuses the token that an operation refused', async () => {
    world.statuses.v3 = 401;
    await assert.rejects(world.session.client.page(listServers, {}, 1), { status: 401 });
    await until('the session needs sign-in', () => world.session.state === 'needsSignIn');
    assert.deepEqual(world.requests, ['/api/v3/servers', '/api/v3/ping']);
    await assert.rejects(world.session.client.page(listServers, {}, 1), /sign in again/);
    assert.equal(world.requests.length, 2);
  });

  it('asks ping again after a refusal if it gave no answer', async () => {
    world.pathStatuses['/api/v3/servers'] = 401;
    world.pathStatuses['/api/v3/ping'] = 404;
    for (const asked of [1, 2]) {
      await assert.rejects(world.session.client.page(listServers, {}, 1), { status: 401 });
      await until('ping is asked', () => world.requests.length === 2 * asked);
    }
    assert.equal(world.session.refusal, undefined);
  });

  for (const [good, bad] of [
    ['v2', 'v3'],
    ['v3', 'v2'],
  ] as const) {
    it(`checks ${good}, which accepted the token before, and continues if it still does`, async () => {
      const [accepted, refused] = [`/api/${good}/ping`, `/api/${bad}/ping`];
      await world.ask(good);
      await world.ask(bad, { answered: 401 });
      await until(`${good} is asked again`, () => world.requests.length === 3);
      assert.deepEqual(world.requests, [accepted, refused, accepted]);
      assert.equal(world.session.refusal, undefined);
      await world.ask(bad);
      assert.equal(world.requests.length, 3, 'a dead token must not be sent again');
      await world.ask(good);
      assert.deepEqual(world.states, ['signedIn']);
    });
  }

  it('needs sign-in once no version accepts the token anymore', async () => {
    await world.ask('v2');
    world.statuses.v2 = 401;
    await world.ask('v3', { answered: 401 });
    await until('the session needs sign-in', () => world.session.state === 'needsSignIn');
    assert.deepEqual(world.states, ['signedIn', 'needsSignIn']);
    await world.ask('v2');
    await world.ask('v3');
    assert.equal(world.requests.length, 3);
  });

  it('stays locked until the other version accepts the token, regardless of its other answers', async () => {
    await world.ask('v3', { answered: 401 });
    await world.ask('v2', { answered: 404 });
    assert.equal(world.session.state, 'needsSignIn');
    await world.ask('v2', { answered: 200 });
    assert.equal(world.session.state, 'signedIn');
  });

  it('allows requests again after a retry, without changing any other state', async () => {
    await world.ask('v3', { answered: 401 });
    world.session.forgetRefusal();
    assert.equal(world.session.state, 'unknown');
    await world.ask('v3', { answered: 200 });
    world.session.forgetRefusal();
    assert.deepEqual(world.states, ['needsSignIn', 'unknown', 'signedIn']);
  });

  it("doesn't change after a cancelled request", async () => {
    await world.ask('v3');
    const stop = new AbortController();
    stop.abort();
    await world.ask('v3', { signal: stop.signal });
    assert.deepEqual(world.states, ['signedIn']);
  });

  it("doesn't change after a request that was abandoned while being answered", async () => {
    world.held = new Promise(() => undefined);
    const stop = new AbortController();
    const asked = world.ask('v3', { signal: stop.signal });
    await until('the request is sent', () => world.requests.length === 1);
    stop.abort();
    await asked;
    assert.deepEqual(world.states, []);
  });

  it('needs sign-in if a version refuses the token that it accepted before', async () => {
    await world.ask('v3');
    await world.ask('v3', { answered: 401 });
    assert.equal(world.session.state, 'needsSignIn');
  });

  it("doesn't check a version that only answered that something is missing", async () => {
    await world.ask('v2', { answered: 404 });
    await world.ask('v3', { answered: 401 });
    assert.equal(world.session.state, 'needsSignIn');
    assert.equal(world.requests.length, 2);
  });

  it("doesn't treat a redirect as an accepted token", async () => {
    await world.ask('v3', { answered: 401 });
    await world.ask('v2', { answered: 300 });
    assert.equal(world.session.state, 'needsSignIn');
  });

  it('checks another version once, however many requests are refused together', async () => {
    await world.ask('v2');
    world.statuses.v3 = 401;
    world.held = new Promise((resolve) => setImmediate(resolve));
    await Promise.all([
      world.ask('v3'),
      world.session.client.call(listServers, {}, { version: 'v3' }).catch(() => undefined),
    ]);
    await until('v2 is asked again', () => world.requests.length === 4);
    assert.equal(world.requests.filter((path) => path.startsWith('/api/v2/')).length, 2);
    assert.deepEqual(world.states, ['signedIn']);
  });

  it('stays refused if an earlier request to that version is answered later', async () => {
    let letGo = (): void => undefined;
    world.held = new Promise((resolve) => (letGo = resolve));
    const early = world.session.client.call(listServers, {}, { version: 'v3' });
    await until('the request is sent', () => world.requests.length === 1);
    world.held = undefined;
    await world.ask('v3', { answered: 401 });
    letGo();
    await early.catch(() => undefined);
    assert.deepEqual(world.states, ['needsSignIn']);
  });

  it("doesn't rely on an earlier acceptance after a refusal", async () => {
    await world.ask('v2');
    world.statuses.v2 = 403;
    await world.ask('v3', { answered: 401 });
    await until('v2 is asked again', () => world.requests.length === 3);
    world.session.forgetRefusal();
    await world.ask('v3');
    assert.equal(world.session.state, 'needsSignIn');
  });

  it("is limited while the service's rate limit is exceeded", async () => {
    world.statuses.v3 = 429;
    const stop = new AbortController();
    const asked = world.ask('v3', { signal: stop.signal });
    await until('the limit is known', () => world.states.length > 0);
    stop.abort();
    await asked;
    assert.deepEqual(world.states, ['rateLimited']);
  });

  it('is signed in even if the service refuses the request', async () => {
    world.statuses.v3 = 403;
    await assert.rejects(world.session.client.call(listServers, {}));
    assert.equal(world.session.state, 'signedIn');
  });
});
