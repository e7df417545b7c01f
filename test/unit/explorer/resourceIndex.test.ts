import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { credentialValues } from '../../../src/api/credentials';
import { Indexer, type IndexProgress } from '../../../src/resources/index/indexer';
import { IndexStorage, ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { type ExplorerWorld, startExplorerWorld } from '../../support/explorerWorld';
import { MemoryFolder } from '../../support/memoryFolder';

const never = new AbortController().signal;

async function accountOf(world: ExplorerWorld) {
  const [account] = await world.sessions.accounts();
  if (!account) throw new Error('There is no account.');
  return account;
}

describe('The index', () => {
  let world: ExplorerWorld;
  let index: ResourceIndex;

  beforeEach(async () => {
    world = await startExplorerWorld();
    index = new ResourceIndex();
  });

  afterEach(() => world.close());

  async function fill(now = Date.now): Promise<readonly IndexProgress[]> {
    const progress: IndexProgress[] = [];
    const indexer = new Indexer(world.client, index, now);
    indexer.onDidProgress((each) => progress.push(each));
    await indexer.run(await accountOf(world), never);
    return progress;
  }

  it('finds what was added by id, without claiming to have seen it', () => {
    const reference = { account: 'example', kind: 'server', ids: [266_857] } as const;
    const added = [{ reference, resource: { id: 266_857, name: 'Shop' } }];
    index.addUnlisted(added);
    index.addUnlisted(added);
    for (const query of ['shop', '266857']) {
      const found = index.search(query, 10);
      assert.deepEqual(
        found.map(({ label, lastSeen }) => [label, lastSeen]),
        [['Shop', 0]],
      );
    }
    const servers = { account: 'example', kind: 'server', parents: [] } as const;
    assert.equal(index.readAt(servers), undefined);
  });

  const searches = [
    { query: 'shop-frank', label: 'shop-frankfurt', kind: 'server' },
    { query: '198.51.100.30', label: 'full-disk-seoul', kind: 'server' },
    { query: 'storefront', label: 'storefront', kind: 'webApplication' },
    { query: 'shop.example.com', label: 'shop.example.com', kind: 'domain' },
    { query: 'nightly backup', label: 'Nightly backup', kind: 'cronJob' },
    { query: 'order-worker', label: 'order-worker', kind: 'supervisorJob' },
    { query: '8000-8999', label: 'TCP 8000-8999', kind: 'firewallRule' },
  ] as const;

  it('finds servers, applications, domains, jobs and rules by name, address and id', async () => {
    const progress = await fill();
    for (const { query, label, kind } of searches) {
      const [first] = index.search(query, 10);
      assert.equal(first?.label, label);
      assert.equal(first.reference.kind, kind);
    }
    assert.deepEqual(index.search('shop.example.com', 1)[0]?.path, [
      'shop-frankfurt',
      'storefront',
    ]);
    assert.equal(progress.at(-1)?.done, progress.at(-1)?.total);
    assert.deepEqual(index.search('no such thing anywhere', 10), []);
  });

  it("doesn't read known lists again until a day has passed", async () => {
    await fill();
    await world.reads();
    await fill();
    assert.deepEqual(await world.reads(), []);
    await fill(() => Date.now() + 25 * 60 * 60 * 1_000);
    assert.ok((await world.reads()).length > 10);
  });

  it('continues in the next session', async () => {
    const folder = new MemoryFolder();
    const stop = new AbortController();
    const indexer = new Indexer(world.client, index);
    indexer.onDidProgress(({ done }) => {
      if (done === 5) stop.abort();
    });
    await indexer.run(await accountOf(world), stop.signal);
    await new IndexStorage(index, folder).keep('example');
    const before = index.size;
    assert.ok(before > 0);

    index = new ResourceIndex();
    await new IndexStorage(index, folder).restore('example');
    assert.equal(index.size, before);
    await world.reads();
    await fill();
    assert.ok(!(await world.reads()).includes('/api/v3/servers'));
    assert.ok(index.size > before);
  });

  it('continues if one list fails temporarily', async () => {
    await world.probe.addFault('502:GET:/api/v3/servers/*/supervisors:count=1');
    await fill();
    assert.equal(index.search('storefront', 1).length, 1);
  });

  it('ends silently if the service refuses the credentials', async () => {
    await world.probe.addFault('401:GET:/api/v3/servers');
    await fill();
    assert.equal(index.size, 0);
  });

  it("says why a list couldn't be read, but not that the service doesn't offer it", async () => {
    const account = await accountOf(world);
    await world.probe.addFault('404:GET:/api/v3/servers/*/supervisors');
    assert.equal(await new Indexer(world.client, index).run(account, never), undefined);
    await world.probe.clearFaults();
    await world.probe.addFault('403:GET:/api/v3/servers/*/supervisors');
    const failure = await new Indexer(world.client, index).run(account, never);
    assert.ok(failure instanceof ApiError);
    assert.equal(failure.reason, 'forbidden');
  });

  it('continues after a list that is never returned', async () => {
    const operation = { method: 'GET', path: '/api/v3/settings/externalapi' } as const;
    const unanswered = new ApiError('timeout', operation, 'no answer within 30 s');
    const pages: typeof world.client.pages = (collection, options) =>
      collection.kind === 'integration'
        ? Promise.reject(unanswered)
        : world.client.pages(collection, options);
    const failure = await new Indexer({ pages }, index).run(await accountOf(world), never);
    assert.equal(failure, unanswered);
    assert.equal(index.search('storefront', 1).length, 1);
  });

  it('counts the remaining lists to read, and none afterwards', async () => {
    const indexer = new Indexer(world.client, index);
    const account = await accountOf(world);
    assert.equal(indexer.countMissing(account), 4, 'servers and the lists of the account');
    await fill();
    assert.equal(indexer.countMissing(account), 0);
  });

  it('stops reading lists of a kind that cost more requests than they yield names', async () => {
    await world.close();
    world = await startExplorerWorld({ servers: 20, rateLimit: { limit: 10_000 } });
    // Like a fleet in which hardly any server has a supervisor job.
    await world.probe.addFault('404:GET:/api/v3/servers/*/supervisors');
    await fill();
    const paths = (await world.reads()).map((path) => path.split('?')[0] ?? '');
    const count = (end: string): number => paths.filter((path) => path.endsWith(end)).length;
    assert.equal(count('/supervisors'), 5);
    assert.ok(count('/cronjobs') >= 20, 'a kind that yields names is read everywhere');
    await fill();
    assert.ok(!(await world.reads()).some((path) => path.endsWith('/cronjobs')), 'fresh');
  });

  it('leaves nothing of an account that is removed while being stored', async () => {
    const folder = new MemoryFolder();
    await fill();
    const storage = new IndexStorage(index, folder);
    await Promise.all([storage.keep('example'), storage.forget('example')]);
    assert.deepEqual([...folder.files.keys()], []);
  });

  it('stores no credentials', async () => {
    const folder = new MemoryFolder();
    await fill();
    await new IndexStorage(index, folder).keep('example');
    const text = [...folder.files.values()].join();
    const { items } = await world.store.list({
      account: 'example',
      kind: 'integration',
      parents: [],
    });
    const projects = await world.store.list({
      account: 'example',
      kind: 'atomicProject',
      parents: [],
    });
    const secrets = credentialValues([...items, ...projects.items]).filter(Boolean);
    assert.ok(secrets.length > 0);
    for (const secret of secrets) assert.ok(!text.includes(secret), 'a credential was stored');
    await new IndexStorage(index, folder).forget('example');
    assert.equal(folder.files.size, 0);
  });

  it('lists the resource with exactly this id before others whose names contain it', () => {
    const entries = [13, 23, 3, 30].map((id) => ({ id, label: `node-${id}`, detail: '' }));
    const collection = { account: 'example', kind: 'server', parents: [] } as const;
    index.put({ collection, entries, readAt: 1 });
    assert.deepEqual(
      index.search('3', 10).map(({ id }) => id),
      [3, 13, 23, 30],
    );
  });

  it('finds one of fifty thousand resources by its name, and by its address', () => {
    const entries = Array.from({ length: 50_000 }, (_, id) => ({
      id,
      label: `node-${id}`,
      detail: `10.0.${id >> 8}.${id & 255}`,
    }));
    const collection = { account: 'example', kind: 'server', parents: [] } as const;
    index.put({ collection, entries, readAt: 1 });
    assert.equal(index.search('node-49999', 200)[0]?.id, 49_999);
    assert.equal(index.search('10.0.1.1', 200)[0]?.id, 257);
  });

  describe('forgets resources that are gone', () => {
    const servers = { account: 'a', kind: 'server', parents: [] } as const;
    const apps = { account: 'a', kind: 'webApplication', parents: [1] } as const;
    const domains = { account: 'a', kind: 'domain', parents: [1, 2] } as const;
    const entry = (id: number, label: string) => ({ id, label, detail: '' });
    const found = (): string[] => index.search('', 50).map(({ label }) => label);

    beforeEach(() => {
      index.put({ collection: servers, entries: [entry(1, 'web'), entry(9, 'other')], readAt: 1 });
      index.put({ collection: apps, entries: [entry(2, 'shop'), entry(3, 'blog')], readAt: 1 });
      index.put({ collection: domains, entries: [entry(4, 'shop.example')], readAt: 1 });
    });

    it('with a deleted resource, at once, and everything below it', () => {
      index.remove({ account: 'a', kind: 'webApplication', ids: [1, 2] });
      assert.deepEqual(found().sort(), ['blog', 'other', 'web']);
      index.remove({ account: 'a', kind: 'server', ids: [1] });
      assert.deepEqual(found(), ['other']);
    });

    it('permanently: no earlier request restores it or anything below it', () => {
      const since = index.removals;
      index.remove({ account: 'a', kind: 'server', ids: [1] });
      const both = [entry(1, 'web'), entry(9, 'other')];
      index.put({ collection: servers, entries: both, readAt: 2 }, undefined, since);
      index.put({ collection: apps, entries: [entry(2, 'shop')], readAt: 0 }, undefined, since);
      index.put({ collection: domains, entries: [entry(4, 'x')], readAt: 2 }, undefined, since);
      assert.deepEqual(found(), ['other']);
      index.put({ collection: servers, entries: both, readAt: 3 }, undefined, index.removals);
      assert.deepEqual(found().sort(), ['other', 'web']);
    });

    it('if a complete list no longer contains it', () => {
      index.put({ collection: servers, entries: [entry(9, 'other')], readAt: 2 });
      assert.deepEqual(found(), ['other']);
    });

    it('if a list reports fewer entries than are known, and the list is then reread', () => {
      index.put({ collection: apps, entries: [entry(2, 'shop')], readAt: 0 }, 2);
      assert.equal(index.readAt(apps), 1);
      index.put({ collection: apps, entries: [entry(2, 'shop')], readAt: 0 }, 1);
      assert.equal(index.readAt(apps), undefined);
    });
  });
});
