import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { Emitter } from '../../../src/base/emitter';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';
import { recordFor } from '../../support/accountRecord';

describe("A kind that the service doesn't offer", () => {
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
    await accounts.save(recordFor(service));
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
    it(`is requested once for all servers if the answer is ${refusal}, and again after a refresh`, async () => {
      status = refusal;
      await listOf(1);
      await listOf(2);
      assert.equal(requests, 1);
      store.outdate();
      await listOf(2);
      assert.equal(requests, 2);
    });
  }

  it('is requested for every server if the answer is 404, which may concern only one server', async () => {
    status = 404;
    await listOf(1);
    await listOf(2);
    assert.equal(requests, 2);
  });

  it('is requested once per server, however often its row is drawn, and again after a refresh', async () => {
    status = 404;
    await listOf(1);
    await listOf(1);
    assert.equal(requests, 1);
    store.outdate();
    await listOf(1);
    assert.equal(requests, 2);
  });

  it('is requested again for a server after something was created or deleted there', async () => {
    status = 404;
    await listOf(1);
    await listOf(2);
    store.forget({ account: 'example', kind: 'service', parents: [1] });
    await listOf(1);
    await listOf(2);
    assert.equal(requests, 3);
  });

  it('is requested again after any other refusal', async () => {
    status = 403;
    const collection = { account: 'example', kind: 'service', parents: [1] } as const;
    await assert.rejects(store.list(collection), { reason: 'forbidden' });
    const before = requests;
    await assert.rejects(store.list(collection), { reason: 'forbidden' });
    assert.ok(requests > before);
  });
});
