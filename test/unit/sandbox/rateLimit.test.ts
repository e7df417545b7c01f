import assert from 'node:assert/strict';
import { type Answer, createTestService } from './support/service';

function remaining({ headers }: Answer): number {
  return Number(headers.get('X-RateLimit-Remaining') ?? Number.NaN);
}

describe('The sandbox, with a rate limit', () => {
  const path = '/api/v3/ping';

  it('starts a new window only when the old one is over', async () => {
    const { call, advance } = createTestService({ rateLimit: { limit: 1, windowMs: 1000 } });
    await call('GET', path);
    advance(999);
    assert.equal((await call('GET', path)).status, 429);
    advance(1);
    assert.equal((await call('GET', path)).status, 200);
  });

  it('starts a new window on reset', async () => {
    const { call } = createTestService({ rateLimit: { limit: 1 } });
    await call('GET', path);
    await call('POST', '/__sandbox/reset');
    assert.equal((await call('GET', path)).status, 200);
  });

  it('says how long to wait only if configured', async () => {
    const rateLimit = { limit: 1, windowMs: 30_000, retryAfter: true };
    const { call, advance } = createTestService({ rateLimit });
    await call('GET', path);
    advance(4500);
    assert.equal((await call('GET', path)).headers.get('Retry-After'), '26');
  });

  it('counts each set of credentials separately', async () => {
    const { call } = createTestService({
      rateLimit: { limit: 1 },
      credentials: { readOnlyToken: 'reader' },
    });
    const as = async (token: string): Promise<number> =>
      (await call('GET', path, { headers: { Authorization: `Bearer ${token}` } })).status;
    assert.equal(await as('test-token'), 200);
    assert.equal(await as('reader'), 200);
    assert.equal(await as('wrong'), 401);
    assert.equal(await as('test-token'), 429);
  });

  it('sends the limit with errors of every kind, and counts them', async () => {
    const { call } = createTestService({ rateLimit: { limit: 10 } });
    const answers = [
      await call('GET', '/api/v3/nothing'),
      await call('PUT', '/api/v3/ping'),
      await call('POST', '/api/v3/servers', { body: '{' }),
      await call('GET', path, { headers: { Accept: undefined } }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 405, 422, 422],
    );
    assert.deepEqual(answers.map(remaining), [9, 8, 7, 6]);
  });

  it("doesn't count the control paths", async () => {
    const { call } = createTestService({ rateLimit: { limit: 1 } });
    for (const control of ['state', 'faults', 'requests']) {
      const { headers } = await call('GET', `/__sandbox/${control}`);
      assert.equal(headers.get('X-RateLimit-Limit'), null);
    }
    assert.equal(remaining(await call('GET', path)), 0);
  });
});
