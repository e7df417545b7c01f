import assert from 'node:assert/strict';
import { checkAccount } from '../../../src/accounts/checkAccount';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';

const token = { kind: 'token', token: 'some-token' } as const;
const pair = { kind: 'basic', key: 'some-key', secret: 'some-secret' } as const;

describe('Checking an account', () => {
  let service: RecordingServer;
  let statuses: Record<string, number>;
  let message: string;

  beforeEach(async () => {
    statuses = {};
    message = 'pong';
    service = await startRecordingServer(({ target }, response) => {
      const status = statuses[target] ?? 200;
      sendJson(response, { message: status === 200 ? message : 'no' }, status);
    });
  });

  afterEach(() => service.close());

  it('pings both versions with a token', async () => {
    assert.deepEqual(await checkAccount(service.url, token), []);
    assert.deepEqual(service.requests.map(({ target }) => target).toSorted(), [
      '/api/v2/ping',
      '/api/v3/ping',
    ]);
  });

  it('pings only v2 with a legacy key and secret', async () => {
    assert.deepEqual(await checkAccount(service.url, pair), []);
    assert.deepEqual(
      service.requests.map(({ target }) => target),
      ['/api/v2/ping'],
    );
  });

  for (const status of [401, 403, 404]) {
    it(`reports which version refuses with ${status} while the other accepts the token`, async () => {
      statuses['/api/v2/ping'] = status;
      const refusals = await checkAccount(service.url, token);
      assert.deepEqual(
        refusals.map(({ version, error }) => [version, error.status]),
        [['v2', status]],
      );
    });
  }

  it('fails if no version accepts the token', async () => {
    statuses = { '/api/v2/ping': 401, '/api/v3/ping': 401 };
    await assert.rejects(checkAccount(service.url, token), { reason: 'unauthorized' });
  });

  it("fails if a version can't be reached, since its verdict is unknown", async () => {
    statuses = { '/api/v2/ping': 422, '/api/v3/ping': 401 };
    await assert.rejects(checkAccount(service.url, token), { reason: 'invalid' });
    statuses = { '/api/v2/ping': 422 };
    await assert.rejects(checkAccount(service.url, token), { reason: 'invalid' });
  });

  it("fails if the answer isn't pong", async () => {
    message = 'It works!';
    await assert.rejects(checkAccount(service.url, token), { reason: 'contract' });
  });

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(checkAccount(service.url, token, signal), { reason: 'cancelled' });
    assert.equal(service.requests.length, 0);
  });
});
