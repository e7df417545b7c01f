import assert from 'node:assert/strict';
import { assertRefused } from './support/expect';
import { createTestService, testToken } from './support/service';

function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

const v2 = '/api/v2/ping';
const v3 = '/api/v3/ping';
const write = '/api/v3/servers/1/settings/ssh';

describe('The sandbox, for credentials', () => {
  const { call } = createTestService({
    credentials: { readOnlyToken: 'reader', basic: { key: 'key', secret: 'se:cret' } },
  });
  const status = async (
    header: string | undefined,
    path: string,
    method = 'GET',
  ): Promise<number> =>
    (
      await call(method, path, {
        headers: { Authorization: header },
        ...(method === 'PATCH' && { body: { useDns: true } }),
      })
    ).status;

  const matrix: readonly (readonly [string, string | undefined, string, string, number])[] = [
    ['the token for a write', `Bearer ${testToken}`, write, 'PATCH', 200],
    ['the scheme in lower case', `bearer ${testToken}`, v3, 'GET', 200],
    ['a read-only token for a write', 'Bearer reader', write, 'PATCH', 403],
    ['a read-only token for a deletion', 'Bearer reader', '/api/v3/servers/1', 'DELETE', 403],
    ['a read-only token for a creation', 'Bearer reader', '/api/v3/servers', 'POST', 403],
    ['the token with a suffix', `Bearer ${testToken}x`, v3, 'GET', 401],
    ['a part of the token', `Bearer ${testToken.slice(0, -1)}`, v3, 'GET', 401],
    ['a read-only token with more behind it', 'Bearer readers', v3, 'GET', 401],
    ['a secret with a suffix on v2', basic('key', 'se:cret!'), v2, 'GET', 401],
    ['a wrong secret on v2', basic('key', 'secret'), v2, 'GET', 401],
    ['nothing, on a path that is none', undefined, '/api/v3/nothing', 'GET', 401],
  ];
  for (const [name, header, path, method, expected] of matrix) {
    it(`answers ${expected} to ${name}`, async () => {
      assert.equal(await status(header, path, method), expected);
    });
  }

  it('accepts no key pair or second token unless configured', async () => {
    const plain = createTestService();
    for (const header of [basic('key', 'se:cret'), basic('', ''), 'Bearer undefined', 'Bearer ']) {
      const answer = await plain.call('GET', v2, { headers: { Authorization: header } });
      assertRefused(answer, 401);
    }
  });
});
