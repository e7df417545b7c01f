import assert from 'node:assert/strict';
import { IndexStorage, ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { CollectionReference, ResourceReference } from '../../../src/resources/reference';
import { startExplorerWorld } from '../../support/explorerWorld';
import { MemoryFolder } from '../../support/memoryFolder';
import { eachTest } from '../../support/eachTest';

const servers: CollectionReference = { account: 'example', kind: 'server', parents: [] };
const server = (id: number): ResourceReference => ({
  account: 'example',
  kind: 'server',
  ids: [id],
});
const applications: CollectionReference = {
  account: 'example',
  kind: 'webApplication',
  parents: [1],
};

describe('A resource deleted elsewhere', () => {
  const world = eachTest(startExplorerWorld);

  it('disappears with everything below it when its whole list is read again', async () => {
    const { store, probe } = world;
    assert.equal((await store.list(servers)).isComplete, true);
    await store.list(applications);
    await store.read({ account: 'example', kind: 'waf', ids: [1, 101] });
    await probe.call('DELETE', '/api/v3/servers/1');
    store.outdate();
    await store.list(servers);
    assert.equal(store.find(server(1)), undefined);
    assert.equal(store.peek(applications), undefined);
    const { listings, singles } = store.known('example');
    const below = [...listings, ...singles].map(({ reference }) => reference);
    assert.deepEqual(
      below.filter((each) => ('ids' in each ? each.ids : each.parents)[0] === 1),
      [],
      'it must not be remembered either',
    );
  });

  it('disappears with everything below it as soon as a read reports that it is gone', async () => {
    const { store, probe } = world;
    await store.list(applications);
    const missed: ResourceReference[] = [];
    store.onDidMiss((reference) => missed.push(reference));
    // A service may not support the observed read of a single one; this one does.
    await store.read(server(2));
    await probe.call('DELETE', '/api/v3/servers/1');
    await assert.rejects(store.read(server(1)), { status: 404 });
    assert.equal(store.peek(applications), undefined);
    assert.deepEqual(missed, [server(1)]);
  });

  it('keeps its latest state when the list is forgotten', async () => {
    const { store, probe } = world;
    await store.read(server(1));
    await probe.call('PATCH', '/api/v3/servers/1/settings/meta', { name: 'renamed' });
    await store.list(servers);
    store.forget(servers);
    assert.equal(store.find(server(1))?.['name'], 'renamed');
  });
});

describe('A resource seen in an earlier session', () => {
  const entry = { id: 1, label: 'web', detail: '' };
  const day = 86_400_000;

  it('is found with the time when it was last seen, until an answer contains it again', async () => {
    const folder = new MemoryFolder();
    const first = new ResourceIndex(() => 5 * day);
    first.put({ collection: servers, entries: [entry], readAt: 5 * day });
    assert.equal(first.search('web', 9)[0]?.lastSeen, undefined, 'seen in this session');
    await new IndexStorage(first, folder).keep('example');

    const second = new ResourceIndex(() => 8 * day);
    await new IndexStorage(second, folder).restore('example');
    assert.equal(second.search('web', 9)[0]?.lastSeen, 5 * day);
    // The remembered tree also has it, which proves nothing.
    second.put({ collection: servers, entries: [{ ...entry, seenAt: 0 }], readAt: 0 });
    assert.equal(second.search('web', 9)[0]?.lastSeen, 5 * day);
    second.put({ collection: servers, entries: [entry], readAt: 0 });
    assert.equal(second.search('web', 9)[0]?.lastSeen, undefined);
  });
});
