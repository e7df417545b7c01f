import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/start';
import { type RawAnswer, RawService } from '../support/rawService';
import { documented } from './literal/documented';
import { titleOf } from './literal/operation';
import { type Fields, numberOf, SandboxCalls } from './sandboxCalls';
import { findLongList } from './sandboxWorld';
import { allTests } from '../support/eachTest';

describe('The sandbox keeps its limits and versions', () => {
  const calls = allTests(() => SandboxCalls.start());

  beforeEach(() => calls.reset());

  describe('§8 limits', () => {
    it('returns at most forty items a page', async () => {
      const list = await findLongList(calls.service);
      const { data } = (await calls.service.read(`${list}?perPage=40`)) as { data: unknown[] };
      assert.equal(data.length, 40);
      for (const query of [
        'perPage=41',
        'perPage=0',
        'perPage=-1',
        'perPage=x',
        'page=0',
        'page=x',
      ]) {
        assert.equal((await calls.service.send('GET', `${list}?${query}`)).status, 422, query);
      }
    });

    it('sends the limit and the remaining requests in every answer', async () => {
      for (const operation of documented) {
        const { headers } = await calls.perform(numberOf(operation));
        assertLimits(headers, titleOf(operation));
      }
      const refused = [
        await calls.performWith(1, { Authorization: undefined }),
        await calls.performWith(1, { Accept: 'text/html' }),
        await calls.service.send('GET', '/api/v3/nothing'),
        await calls.perform(2, { name: undefined }),
      ];
      for (const { headers, status } of refused) assertLimits(headers, `${status}`);
    });

    it('answers 429 once the limit is exceeded, and works again in the next window', async () => {
      let now = Date.UTC(2024, 0, 1);
      const rateLimit = { limit: 3, windowMs: 60_000 };
      const limited = await startSandbox({ rateLimit, now: () => now });
      const ping = (): Promise<RawAnswer> => new RawService(limited).send('GET', '/api/v3/ping');
      try {
        const answers = [await ping(), await ping(), await ping(), await ping()];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 429],
        );
        assert.deepEqual(
          answers.map(({ headers }) => headers.get('x-ratelimit-remaining')),
          ['2', '1', '0', '0'],
        );
        assert.equal(answers[3]?.headers.get('x-ratelimit-limit'), '3');
        assert.equal(answers[3]?.headers.get('Retry-After'), null);
        assert.deepEqual(Object.keys(answers[3]?.json ?? {}), ['message']);
        now += 60_000;
        assert.equal((await ping()).status, 200);
      } finally {
        await limited.close();
      }
    });
  });

  describe('§9 versions', () => {
    const onlyInV3 = documented.filter(
      ({ entry, path }) =>
        path.startsWith('/api/v3') && !['endpoint 1', 'endpoint 12'].includes(entry),
    );

    it('answers the ping of both versions', async () => {
      for (const version of ['v2', 'v3']) {
        assert.deepEqual(await calls.service.read(`/api/${version}/ping`), { message: 'pong' });
      }
    });

    it('has the same SSH settings in both versions', async () => {
      const body = { useDns: true };
      await calls.service.send('PATCH', '/api/v2/servers/1/settings/ssh', { body });
      const other = { passwordlessLogin: false };
      const { json } = await calls.service.send('PATCH', '/api/v3/servers/1/settings/ssh', {
        body: other,
      });
      assert.equal((json as Fields)['useDns'], true);
    });

    for (const operation of onlyInV3) {
      it(`has no ${titleOf(operation).replace('/api/v3', '/api/v2')}`, async () => {
        const path = operation.path.replace('/api/v3/', '/api/v2/') as typeof operation.path;
        const body = operation.body && calls.bodyOf(operation);
        const { status } = await calls.send({ ...operation, path }, body);
        // For paths that v2 only reads, the method is refused.
        assert.ok([404, 405].includes(status), String(status));
      });
    }
  });
});

function assertLimits(headers: Headers, what: string): void {
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining']) {
    assert.match(headers.get(name) ?? '', /^\d+$/, `${what}: ${name}`);
  }
}
