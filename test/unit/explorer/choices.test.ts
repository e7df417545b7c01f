import assert from 'node:assert/strict';
import { Pins } from '../../../src/resources/pins';
import {
  type KindId,
  findKind,
  kinds,
  isAvailable,
  isReadable,
} from '../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../src/resources/reference';
import { ViewOptions } from '../../../src/resources/search/viewOptions';
import { toSshTarget } from '../../../src/resources/ssh';
import { BusyState } from '../../../src/resources/busyState';
import { PendingFirewalls } from '../../../src/resources/pendingFirewalls';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared } from '../../support/sharedValues';
import { assertEvery } from '../../support/assertEvery';

const server: ResourceReference = { account: 'example', kind: 'server', ids: [7] };
const servers = { account: 'example', kind: 'server', parents: [] } as const;

describe('Pins', () => {
  it('are kept between sessions, without secrets, and can be unpinned', async () => {
    const folder = new MemoryFolder();
    await new Pins(await openShared(folder)).add(server, {
      id: 7,
      name: 'a',
      apiKey: 'sentinel',
    });
    assert.ok(!JSON.stringify([...folder.files]).includes('sentinel'));
    const next = new Pins(await openShared(folder));
    assert.deepEqual(next.of(servers), [{ reference: server, resource: { id: 7, name: 'a' } }]);
    assert.ok(next.find(server));
    await next.remove(server);
    assert.deepEqual(new Pins(await openShared(folder)).all, []);
  });

  it('occur once each, in the order of pinning, and disappear with their account', async () => {
    const values = await openShared();
    const pins = new Pins(values);
    const other = { ...server, account: 'other', ids: [3] };
    await pins.add(other, { id: 3 });
    await pins.add(server, { id: 7 });
    await pins.add(server, { id: 7 });
    const kept = [
      { key: 'mute/diskFull', value: true },
      { key: 'view/saved/example/one', value: 'example' },
    ];
    await values.change([{ key: 'mute/diskFull/example/server/one/7', value: true }, ...kept]);
    assert.deepEqual(
      pins.all.map(({ reference }) => reference.ids),
      [[3], [7]],
    );
    await values.removeAccount('example');
    assert.deepEqual(
      pins.all.map(({ reference }) => reference.account),
      ['other'],
    );
    assert.deepEqual([...values.list('mute/'), ...values.list('view/')], kept);
  });

  it('follow other windows, and report which rows change', async () => {
    const folder = new MemoryFolder();
    const [here, there] = [await openShared(folder), await openShared(folder)];
    const mine = new Pins(here);
    const told: unknown[] = [];
    mine.onDidChange((collection) => told.push(collection));
    const theirs = new Pins(there);
    await theirs.add(server, { id: 7 });
    await here.refresh();
    assert.ok(mine.find(server));
    await theirs.remove(server);
    await here.refresh();
    assert.deepEqual(mine.all, []);
    assert.deepEqual(told, [servers, servers]);
  });
});

describe('The view options', () => {
  it('are kept between sessions', async () => {
    const folder = new MemoryFolder();
    const chosen = { filter: 'web', grouping: 'tag', hiddenKinds: ['waf'] } as const;
    await new ViewOptions(await openShared(folder)).change(chosen);
    const { current } = new ViewOptions(await openShared(folder));
    assert.deepEqual(current, { ...chosen, sorting: 'service' });
  });

  it('are merged option by option and kind by kind, except for the filter, which each window has its own', async () => {
    const folder = new MemoryFolder();
    const [here, there] = [await openShared(folder), await openShared(folder)];
    const [mine, theirs] = [new ViewOptions(here), new ViewOptions(there)];
    await Promise.all([
      mine.change({ hiddenKinds: ['waf'], filter: 'mine' }),
      theirs.change({ hiddenKinds: ['cronJob'], grouping: 'tag' }),
    ]);
    await here.refresh();
    await there.refresh();
    assert.deepEqual(mine.current.hiddenKinds.toSorted(), ['cronJob', 'waf']);
    assert.deepEqual(theirs.current.hiddenKinds, mine.current.hiddenKinds);
    assert.deepEqual([mine.current.grouping, theirs.current.grouping], ['tag', 'tag']);
    assert.deepEqual([mine.current.filter, theirs.current.filter], ['mine', '']);
    await theirs.change({ hiddenKinds: ['waf'] });
    await here.refresh();
    assert.deepEqual(mine.current.hiddenKinds, ['waf']);
  });
});

describe('Notes of undeployed firewall rules', () => {
  const rules = { account: 'example', kind: 'firewallRule', parents: [7] } as const;

  it('are shared: a deployment in one window clears them in the other', async () => {
    const folder = new MemoryFolder();
    const [here, there] = [await openShared(folder), await openShared(folder)];
    const [mine, theirs] = [new PendingFirewalls(here), new PendingFirewalls(there)];
    const told: unknown[] = [];
    mine.onDidChange((reference) => told.push(reference));
    await theirs.note(server);
    await here.refresh();
    assert.ok(mine.isPending(rules));
    await theirs.settle(server);
    await here.refresh();
    assert.ok(!mine.isPending(rules));
    await mine.note(server);
    await here.removeAccount('example');
    assert.ok(!mine.isPending(rules));
    assert.deepEqual(told, [rules, rules, rules, rules]);
  });
});

describe('What a legacy account offers', () => {
  it('is everything but what only v3 is documented to have', () => {
    const legacy = { authentication: 'basic' } as const;
    const withheld = kinds.filter((kind) => !isAvailable(kind, legacy)).map(({ id }) => id);
    assert.deepEqual(withheld, ['cacheConfiguration', 'waf'] satisfies KindId[]);
    const [first] = kinds;
    assert.equal(first && isReadable(first, legacy), true);
    assert.equal(isReadable(findKind('waf'), legacy), false);
    assertEvery(kinds, (kind) => isAvailable(kind, { authentication: 'token' }));
  });
});

describe('The SSH target', () => {
  for (const host of ['192.0.2.1', '2001:db8::1', 'host.example.com']) {
    it(`is ${host}`, () =>
      assert.deepEqual(toSshTarget(host, 'root', 22), { host, user: 'root', port: 22 }));
  }
  for (const host of [
    '-oProxyCommand=touch x',
    'a b',
    'a;b',
    '',
    '$(x)',
    'a@b',
    undefined,
    7,
    'x\n',
  ]) {
    it(`is undefined for ${JSON.stringify(host)}`, () =>
      assert.equal(toSshTarget(host, 'root', 22), undefined));
  }
  it('is undefined for a user that looks like an option, or an invalid port', () => {
    assert.equal(toSshTarget('192.0.2.1', '-l', 22), undefined);
    assert.equal(toSshTarget('192.0.2.1', 'root', 70_000), undefined);
  });
});

describe('The busy state of resources', () => {
  it('is reported when the first operation starts and the last one ends, even with a failure', async () => {
    const working = new BusyState();
    const changes: boolean[] = [];
    working.onDidChange((reference) => changes.push(working.has(reference)));
    const failing = working.run(server, () => Promise.reject(new Error('no')));
    const fine = working.run(server, () => Promise.resolve(1));
    await assert.rejects(failing);
    assert.equal(await fine, 1);
    assert.deepEqual(changes, [true, false]);
    assert.equal(working.has(server), false);
  });
});
