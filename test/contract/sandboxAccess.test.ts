import assert from 'node:assert/strict';
import { type Fields, SandboxCalls } from './sandboxCalls';
import { allTests } from '../support/eachTest';

describe('The sandbox checks credentials (§5)', () => {
  const calls = allTests(() => SandboxCalls.start());

  beforeEach(() => calls.reset());

  const basic = (pair: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
  });

  it('accepts the token as Bearer in both versions', async () => {
    for (const version of ['v2', 'v3'] as const) {
      const answer = await calls.performWith(1, { Authorization: 'Bearer full' }, version);
      assert.deepEqual(answer.json, { message: 'pong' });
    }
  });

  it('accepts the legacy key and secret as Basic in v2, and not in v3', async () => {
    const pair = basic('the-key:the-secret');
    assert.deepEqual((await calls.performWith(1, pair, 'v2')).json, { message: 'pong' });
    assert.equal((await calls.performWith(5, pair)).status, 200);
    assert.equal((await calls.performWith(1, pair, 'v3')).status, 401);
    assert.equal((await calls.performWith(9, pair)).status, 401);
  });

  it('refuses a wrong or missing key, secret or token with 401', async () => {
    const wrong = [
      { Authorization: undefined },
      { Authorization: '' },
      { Authorization: 'Bearer ' },
      { Authorization: 'Bearer wrong' },
      { Authorization: 'full' },
      { Authorization: 'Token full' },
      basic('the-key:wrong'),
      basic('wrong:the-secret'),
      basic('the-key'),
      basic('full'),
    ];
    for (const headers of wrong) {
      for (const number of [1, 5]) {
        const { status, json } = await calls.performWith(number, headers, 'v2');
        assert.equal(status, 401, JSON.stringify(headers));
        assert.equal(typeof (json as Fields)['message'], 'string');
      }
    }
  });

  it("refuses with 403 what valid credentials don't permit", async () => {
    const headers = { Authorization: 'Bearer read-only' };
    assert.equal((await calls.performWith(5, headers)).status, 200);
    for (const number of [2, 4, 7, 12, 18]) {
      const { status, json } = await calls.performWith(number, headers);
      assert.equal(status, 403, `endpoint ${number}`);
      assert.equal(typeof (json as Fields)['message'], 'string');
    }
  });
});
