import assert from 'node:assert/strict';
import { Favourites } from '../../../src/resources/favourites';
import type { KindId } from '../../../src/resources/kinds/kind';
import { kinds } from '../../../src/resources/kinds/kinds';
import { isOffered, isReadable } from '../../../src/resources/offers';
import type { ResourceReference } from '../../../src/resources/reference';
import { ViewOptions } from '../../../src/resources/search/viewOptions';
import { toSshTarget } from '../../../src/resources/sshTarget';
import { Working } from '../../../src/resources/working';
import { MemoryValues } from '../../support/explorerWorld';

const server: ResourceReference = { account: 'example', kind: 'server', ids: [7] };
const servers = { account: 'example', kind: 'server', parents: [] } as const;

describe('favourites', () => {
  it('are kept between sessions, without secrets, and unpinned again', async () => {
    const values = new MemoryValues();
    await new Favourites(values).add(server, { id: 7, name: 'a', apiKey: 'sentinel' });
    const next = new Favourites(values);
    assert.deepEqual(next.of(servers), [{ reference: server, resource: { id: 7, name: 'a' } }]);
    assert.ok(next.find(server));
    await next.remove(server);
    assert.deepEqual(new Favourites(values).all, []);
  });

  it('stand once, however often they are pinned, and go with their account', async () => {
    const favourites = new Favourites(new MemoryValues());
    await favourites.add(server, { id: 7 });
    await favourites.add(server, { id: 7 });
    assert.equal(favourites.all.length, 1);
    await favourites.removeAccount('example');
    assert.equal(favourites.all.length, 0);
  });

  it('start empty where what is stored is damaged', () => {
    const values = new MemoryValues();
    values.entries.set('favourites', '[{"reference": 7}]');
    assert.deepEqual(new Favourites(values).all, []);
  });
});

describe('the choice of what is shown', () => {
  it('is kept between sessions', async () => {
    const values = new MemoryValues();
    await new ViewOptions(values).change({ filter: 'web', grouping: 'tag', hiddenKinds: ['waf'] });
    const { current } = new ViewOptions(values);
    assert.deepEqual(current, {
      filter: 'web',
      grouping: 'tag',
      sorting: 'service',
      hiddenKinds: ['waf'],
    });
  });

  it('falls back part by part where what is stored is damaged', () => {
    const values = new MemoryValues();
    values.entries.set('view', '{"filter": "x", "grouping": "moon", "hiddenKinds": ["moon"]}');
    const { current } = new ViewOptions(values);
    assert.equal(current.filter, 'x');
    assert.equal(current.grouping, 'none');
    assert.deepEqual(current.hiddenKinds, []);
  });
});

describe('what a legacy account is offered', () => {
  it('is what v2 has, and the way to it', () => {
    const legacy = { authentication: 'basic' } as const;
    const offered = kinds.filter((kind) => isOffered(kind, legacy)).map(({ id }) => id);
    const expected: KindId[] = ['server', 'cronJob', 'sshSettings', 'databaseUser'];
    assert.deepEqual(offered, expected);
    const [first] = kinds;
    assert.equal(first && isReadable(first, legacy), false);
    assert.ok(kinds.every((kind) => isOffered(kind, { authentication: 'token' })));
  });
});

describe('where SSH connects to', () => {
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
    it(`is nowhere for ${JSON.stringify(host)}`, () =>
      assert.equal(toSshTarget(host, 'root', 22), undefined));
  }
  it('is nowhere for a user that is an option, or a port that is none', () => {
    assert.equal(toSshTarget('192.0.2.1', '-l', 22), undefined);
    assert.equal(toSshTarget('192.0.2.1', 'root', 70_000), undefined);
  });
});

describe('what is being worked on', () => {
  it('tells when it starts and when the last of it ends, also when it fails', async () => {
    const working = new Working();
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
