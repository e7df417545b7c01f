import assert from 'node:assert/strict';
import { credentialValues, isCredentialField } from '../../../src/api/credentials';
import { type KindId, findKind } from '../../../src/resources/kinds/kinds';
import { summarize } from '../../../src/resources/storage/summary';
import { TreeStorage } from '../../../src/resources/storage/treeStorage';
import type { CollectionReference, ResourceReference } from '../../../src/resources/reference';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { startExplorerWorld } from '../../support/explorerWorld';
import { MemoryFolder } from '../../support/memoryFolder';
import { eachTest } from '../../support/eachTest';

const account = 'example';
const servers: CollectionReference = { account, kind: 'server', parents: [] };

const collections: readonly CollectionReference[] = [
  servers,
  ...(
    [
      'webApplication',
      'cronJob',
      'supervisorJob',
      'firewallRule',
      'blockedAddress',
      'sshKey',
      'systemUser',
      'database',
      'databaseUser',
      'service',
      'logEntry',
    ] as const
  ).map((kind) => ({ account, kind, parents: [1] })),
  ...(['integration', 'canvas', 'atomicProject'] as const).map((kind) => ({
    account,
    kind,
    parents: [],
  })),
];

describe('The memory of the tree', () => {
  const world = eachTest(() => startExplorerWorld({ servers: 100 }));
  const folder = eachTest(() => new MemoryFolder());

  async function keep(): Promise<void> {
    const storage = new TreeStorage(world.store, folder);
    await storage.restore(account);
    await Promise.all(collections.map((each) => world.store.list(each)));
    await storage.flush();
    storage.dispose();
  }

  async function restored(): Promise<ResourceStore> {
    const store = new ResourceStore(world.client);
    const storage = new TreeStorage(store, folder);
    await storage.restore(account);
    storage.dispose();
    return store;
  }

  it("shows the last session's data in the next one, without a request", async () => {
    await keep();
    await world.reads();
    const store = await restored();
    assert.equal(store.peek(servers)?.items.length, 40);
    assert.equal(store.peek(servers)?.total, 100);
    assert.equal(store.peek(servers)?.freshness, 'restored');
    assert.deepEqual(await world.reads(), []);
  });

  it('requests only the first page to check whether anything changed', async () => {
    await world.store.all(servers);
    await keep();
    const store = await restored();
    assert.equal(store.peek(servers)?.items.length, 100);
    await world.reads();
    const listing = await store.list(servers);
    assert.equal(listing.items.length, 100);
    assert.equal(listing.isComplete, true);
    assert.equal((await world.reads()).length, 1);
  });

  it('drops everything after the first page if the list changed', async () => {
    await world.store.all(servers);
    await keep();
    const store = await restored();
    await world.probe.call('DELETE', '/api/v3/servers/2');
    const listing = await store.list(servers);
    assert.equal(listing.items.length, 40);
    assert.equal(listing.isComplete, false);
    assert.equal(listing.total, 99);
  });

  it('draws the same rows from memory as from the service', async () => {
    for (const { kind } of collections) {
      const { present } = findKind(kind);
      for (const item of (await readAll(kind)) ?? []) {
        if (kind === 'logEntry') continue;
        const { label, state, icon } = present(item);
        const kept = present(summarize(findKind(kind), item));
        assert.deepEqual(
          { ...kept, label: kept.label, state: kept.state, icon: kept.icon },
          {
            ...kept,
            label,
            state,
            icon,
          },
        );
      }
    }

    async function readAll(kind: KindId): Promise<readonly Readonly<Record<string, unknown>>[]> {
      const collection = collections.find((each) => each.kind === kind) ?? servers;
      return (await world.store.list(collection)).items;
    }
  });

  it('stores no credentials, no commands and no log lines', async () => {
    const webApplications = { account, kind: 'webApplication', parents: [1] } as const;
    const [webApplication] = (await world.store.list(webApplications)).items;
    const only: readonly ResourceReference[] = (
      ['cacheConfiguration', 'hubCache', 'waf'] as const
    ).map((kind) => ({ account, kind, ids: [1, Number(webApplication?.['id'])] }));
    await Promise.all(only.map((each) => world.store.read(each)));
    await keep();
    const text = folder.files.get('tree-example.json') ?? '';
    const { listings, singles } = world.store.known(account);
    const resources = [
      ...listings.flatMap(({ value }) => value.items),
      ...singles.map(({ value }) => value),
    ];
    const secrets = resources.flatMap(credentialValues).filter((each) => each.length > 3);
    assert.ok(secrets.length > 5, 'the service returned no secrets that could leak');
    for (const secret of secrets) assert.ok(!text.includes(secret), 'a credential was stored');
    const commands = resources.flatMap(({ command }) =>
      typeof command === 'string' ? [command] : [],
    );
    assert.ok(commands.length > 0);
    for (const command of commands) assert.ok(!text.includes(JSON.stringify(command)));
    assert.doesNotMatch(text, /logEntry/);
  });

  it('keeps only members in the contract', () => {
    const summary = summarize(findKind('server'), {
      id: 1,
      name: 'a',
      surprise: 'sentinel',
      apiKey: 'sentinel',
      tags: ['x', { secret: 'sentinel' }],
    });
    assert.deepEqual(summary, { id: 1, name: 'a', tags: ['x'] });
    assert.equal(isCredentialField('apiKey'), true);
  });

  for (const text of [
    '{',
    '[]',
    '{"version": 2}',
    '{"version": 1, "listings": [{}], "singles": []}',
  ]) {
    it(`ignores a stored memory of ${text}`, async () => {
      folder.files.set('tree-example.json', text);
      const store = await restored();
      assert.equal(store.peek(servers), undefined);
    });
  }

  it("isn't overwritten by data read before it was loaded", async () => {
    await keep();
    const store = new ResourceStore(world.client);
    const storage = new TreeStorage(store, folder);
    await store.read({ account, kind: 'server', ids: [1] });
    await storage.flush();
    await storage.restore(account);
    assert.equal(store.peek(servers)?.items.length, 40);
    storage.dispose();
  });

  it('stays forgotten even if reads from the account are still running', async () => {
    await keep();
    const storage = new TreeStorage(world.store, folder);
    await storage.restore(account);
    await storage.forget(account);
    await world.store.read({ account, kind: 'server', ids: [1] });
    await storage.flush();
    assert.deepEqual([...folder.files.keys()], []);
    storage.dispose();
  });

  it('forgets an account', async () => {
    await keep();
    await new TreeStorage(world.store, folder).forget(account);
    assert.equal(folder.files.size, 0);
  });
});
