import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { AccountStore } from '../../../src/resources/accounts/accountStore';
import { Sessions } from '../../../src/resources/accounts/sessions';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/resourceStore';
import { Emitter } from '../../../src/shared/emitter';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';

describe('a kind that the service does not offer', () => {
  let service: RecordingServer;
  let store: ResourceStore;
  let status: number;
  let requests: number;

  beforeEach(async () => {
    requests = 0;
    service = await startRecordingServer((_request, response) => {
      requests += 1;
      sendJson(response, { message: 'no' }, status);
    });
    const accounts = new AccountStore(new MemorySecrets());
    await accounts.save({
      id: 'example',
      label: 'Example',
      baseUrl: service.url,
      environment: 'development',
      pathWords: { cache: 'platformcache', hub: 'platformhub' },
      addedAt: 1,
      credentials: { kind: 'token', token: 'token' },
    });
    const sandbox = {
      isEnabled: false,
      onDidChange: new Emitter<void>().event,
      connect: () => Promise.reject(new Error('There is no sandbox here.')),
    };
    store = new ResourceStore(new ResourceClient(new Sessions(accounts, sandbox, 'Sandbox')));
  });

  afterEach(() => service.close());

  async function listOf(server: number): Promise<void> {
    const collection = { account: 'example', kind: 'service', parents: [server] } as const;
    await assert.rejects(
      store.list(collection),
      (error) => error instanceof ApiError && error.reason === 'unsupported',
    );
  }

  for (const refusal of [405, 501]) {
    it(`is asked for once for all servers when the answer is ${refusal}, and again after a refresh`, async () => {
      status = refusal;
      await listOf(1);
      await listOf(2);
      assert.equal(requests, 1);
      store.outdate();
      await listOf(2);
      assert.equal(requests, 2);
    });
  }

  it('is asked for at every server when the answer is 404, which may be about the server', async () => {
    status = 404;
    await listOf(1);
    await listOf(2);
    assert.equal(requests, 2);
  });
});
