import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import type { CollectionReference } from '../../../src/resources/reference';
import type { StoreChange } from '../../../src/resources/store/resourceStore';
import { startExplorerWorld } from '../../support/explorerWorld';
import { assertEvery } from '../../support/assertEvery';
import { eachTest } from '../../support/eachTest';

const servers: CollectionReference = { account: 'example', kind: 'server', parents: [] };
const services: CollectionReference = { account: 'example', kind: 'service', parents: [1] };
const blocked: CollectionReference = { account: 'example', kind: 'blockedAddress', parents: [1] };
const cronJobs: CollectionReference = { account: 'example', kind: 'cronJob', parents: [1] };

describe('ResourceStore', () => {
  const world = eachTest(() => startExplorerWorld({ servers: 400 }));

  it('reads a collection once, and then uses what is known', async () => {
    const { store } = world;
    const first = await store.list(servers);
    assert.equal(first.items.length, 40);
    assert.equal(first.total, 400);
    assert.equal(await store.list(servers), first);
    assert.equal((await world.reads()).length, 1);
  });

  it('reads page after page, and all in as many requests as there are pages', async () => {
    const { store } = world;
    await store.list(servers);
    assert.equal((await store.more(servers)).items.length, 80);
    assert.equal((await store.more(servers)).items.length, 120);
    await world.reads();
    const all = await store.all(servers);
    assert.equal(all.items.length, 400);
    assert.equal(all.isComplete, true);
    assert.equal((await world.reads()).length, 10);
  });

  it('keeps the pages read so far when reading all is cancelled', async () => {
    const { store } = world;
    await store.list(servers);
    const stop = new AbortController();
    const onProgress = (count: number): void => {
      if (count >= 80) stop.abort();
    };
    await assert.rejects(
      store.all(servers, onProgress, { signal: stop.signal }),
      (error) => error instanceof ApiError && error.reason === 'cancelled',
    );
    const { items = [], isComplete, total } = store.peek(servers) ?? {};
    assert.ok(items.length >= 80 && items.length < 400, `${items.length} are known`);
    assert.equal(isComplete, false);
    assert.equal(total, 400);
    const inOrder = (await world.store.all(servers)).items.slice(0, items.length);
    assert.deepEqual(
      items.map(({ id }) => id),
      inOrder.map(({ id }) => id),
    );
  });

  it('accepts services, which come keyed by name, and addresses, which are plain texts, as resources', async () => {
    const { store } = world;
    const { items } = await store.list(services);
    assertEvery(items, (item) => item['id'] === item['realName']);
    const nginx = { account: 'example', kind: 'service', ids: [1, 'nginx'] } as const;
    assert.equal(store.find(nginx)?.['name'], 'NGINX');
    const addresses = await store.list(blocked);
    assertEvery(addresses.items, (item) => typeof item['address'] === 'string');
    assert.equal((await world.reads()).length, 2);
  });

  it("rereads as many pages as were known when they're outdated, and shows the old ones meanwhile", async () => {
    const { store } = world;
    await store.list(servers);
    await store.more(servers);
    await world.reads();
    store.outdate();
    assert.equal(store.peek(servers)?.items.length, 80);
    assert.equal(store.peek(servers)?.freshness, 'outdated');
    assert.equal((await store.list(servers)).items.length, 80);
    assert.equal((await world.reads()).length, 2);
  });

  it("keeps what is known, and the error, if it can't be reread", async () => {
    const { store, probe } = world;
    await store.list(servers);
    store.outdate();
    await probe.addFault('403:GET:/api/v3/servers');
    await assert.rejects(store.list(servers), ApiError);
    assert.equal(store.peek(servers)?.items.length, 40);
    assert.ok(store.failure(servers) instanceof ApiError);
    await probe.clearFaults();
    store.outdate();
    await store.list(servers);
    assert.equal(store.failure(servers), undefined);
  });

  it("doesn't use an answer that was requested before the state was forgotten", async () => {
    const { store, probe } = world;
    await probe.addFault('latency=150:GET:/api/v2/servers/1/cronjobs:count=1');
    const reading = store.list(cronJobs);
    await probe.call('DELETE', '/api/v2/servers/1/cronjobs/1').catch(() => undefined);
    store.forget(cronJobs);
    await reading;
    const reads = (await world.reads()).filter((path) => path.includes('cronjobs'));
    assert.ok(reads.length >= 2, reads.join());
  });

  it('shows a resource that was read individually, and reports which row changed', async () => {
    const { store } = world;
    const changes: StoreChange[] = [];
    store.onDidChange((change) => changes.push(change));
    const reference = { account: 'example', kind: 'server', ids: [90] } as const;
    const resource = await store.read(reference);
    assert.equal(store.find(reference), resource);
    assert.deepEqual(changes, [{ collection: servers, resource: reference }]);
  });

  it('changes a listed resource in place', async () => {
    const { store } = world;
    await store.list(servers);
    const reference = { account: 'example', kind: 'server', ids: [2] } as const;
    store.replace(reference, { name: 'renamed' });
    assert.equal(store.find(reference)?.['name'], 'renamed');
    assert.equal(store.peek(servers)?.items[1]?.['name'], 'renamed');
    assert.equal(store.peek(servers)?.items[1]?.['ipAddress'], '192.0.2.20');
  });
});
