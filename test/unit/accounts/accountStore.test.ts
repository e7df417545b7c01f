import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { AccountRecord } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import { MemorySecrets } from '../../support/memorySecrets';
import { eachTest } from '../../support/eachTest';

const sentinel = 'sentinel-token-51c0';

function recordOf(id: string, addedAt = 1): AccountRecord {
  return {
    id,
    label: id.toUpperCase(),
    baseUrl: 'https://api.example.com',
    environment: 'staging',
    pathWords: { cache: 'platformcache', hub: 'platformhub' },
    addedAt,
    credentials: { kind: 'token', token: sentinel },
  };
}

describe('The account store', () => {
  const secrets = eachTest(() => new MemorySecrets());
  const store = eachTest(() => new AccountStore(secrets));

  it('lists accounts in the order in which they were added, without credentials', async () => {
    // Not the order in which the storage has them.
    for (const [id, addedAt] of [
      ['b', 3],
      ['c', 1],
      ['a', 2],
    ] as const) {
      await store.save(recordOf(id, addedAt));
    }
    const listing = await store.list();
    assert.deepEqual(
      listing.accounts.map(({ id }) => id),
      ['c', 'a', 'b'],
    );
    assert.ok(!JSON.stringify(listing).includes(sentinel));
  });

  it('lists no other stored entries, and reads the storage only once while nothing changes', async () => {
    await store.save(recordOf('one'));
    await secrets.store('something else', '{}');
    let looked = 0;
    secrets.keys = () => {
      looked += 1;
      return Promise.resolve([...secrets.entries.keys()]);
    };
    const { accounts, broken } = await store.list();
    assert.deepEqual([accounts.map(({ id }) => id), broken], [['one'], []]);
    await store.list();
    assert.equal(looked, 1);
  });

  it('returns an account as it was saved', async () => {
    await store.save(recordOf('one'));
    assert.deepEqual(await store.record('one'), recordOf('one'));
  });

  const broken: readonly (readonly [string, string])[] = [
    ["isn't JSON", `{"token": "${sentinel}`],
    ['is empty', ''],
    ['lacks its credentials', JSON.stringify({ ...recordOf('odd'), credentials: undefined })],
    [
      "has a token that isn't a text",
      JSON.stringify({ ...recordOf('odd'), credentials: { kind: 'token', token: 7 } }),
    ],
    [
      'would send its token over http',
      JSON.stringify({ ...recordOf('odd'), baseUrl: 'http://example.com' }),
    ],
    ["is another account's", JSON.stringify(recordOf('one'))],
  ];
  for (const [why, text] of broken) {
    it(`sets aside an entry that ${why}, without deleting it, and lists the others`, async () => {
      await store.save(recordOf('one'));
      await secrets.store('account.odd', text);
      const { accounts, broken: ids } = await store.list();
      assert.deepEqual(
        accounts.map(({ id }) => id),
        ['one'],
      );
      assert.deepEqual(ids, ['odd']);
      assert.equal(await store.record('odd'), undefined);
      assert.equal(secrets.entries.get('account.odd'), text);
      await store.remove('odd');
      assert.deepEqual((await store.list()).broken, []);
    });
  }

  it('sets aside an entry that the storage fails to return', async () => {
    await store.save(recordOf('one'));
    await store.save(recordOf('two'));
    const get = secrets.get.bind(secrets);
    secrets.get = (key) =>
      key.endsWith('two') ? Promise.reject(new Error(`no key for ${sentinel}`)) : get(key);
    const { accounts, broken: ids } = await store.list();
    assert.deepEqual([accounts.map(({ id }) => id), ids], [['one'], ['two']]);
  });

  it('treats an entry that is being removed as missing, not as broken', async () => {
    secrets.keys = () => Promise.resolve(['account.gone']);
    assert.deepEqual(await store.list(), { accounts: [], broken: [] });
  });

  it('leaves other entries in the same storage alone', async () => {
    await secrets.store('secrets.mark', 'kept');
    assert.deepEqual(await store.list(), { accounts: [], broken: [] });
  });

  it("doesn't mistake another entry for an account that has the same rest of a key", async () => {
    await store.save(recordOf('one'));
    // As long as the start of an account's key.
    await secrets.store('secrets.one', 'kept');
    const { accounts, broken: ids } = await store.list();
    assert.deepEqual([accounts.map(({ id }) => id), ids], [['one'], []]);
  });

  it('keeps what was read after a change, even if an earlier attempt fails later', async () => {
    await store.save(recordOf('one'));
    let fail = (): void => undefined;
    const earlier = new Promise<string[]>((_resolve, reject) => {
      fail = () => reject(new Error('locked'));
    });
    let looked = 0;
    secrets.keys = () => {
      looked += 1;
      return looked === 1 ? earlier : Promise.resolve([...secrets.entries.keys()]);
    };
    const first = store.list();
    await store.save(recordOf('two'));
    assert.equal((await store.list()).accounts.length, 2);
    fail();
    await assert.rejects(first, /locked/);
    assert.equal((await store.list()).accounts.length, 2);
    assert.equal(looked, 2);
  });

  it("treats an unknown environment as production, and replaces odd path segments with the reference's", async () => {
    const odd = {
      ...recordOf('one'),
      environment: 'qa',
      pathWords: { cache: '../..', hub: 'a/b' },
    };
    await secrets.store('account.one', JSON.stringify(odd));
    const record = await store.record('one');
    assert.equal(record?.environment, 'production');
    assert.deepEqual(record?.pathWords, { cache: 'platformcache', hub: 'platformhub' });
  });

  it("refuses to save a record that it couldn't read back", async () => {
    await assert.rejects(store.save({ ...recordOf('one'), baseUrl: 'http://example.com' }));
    assert.equal(secrets.entries.size, 0);
  });

  it('reports to every window which account changed, and ignores other entries', async () => {
    const other = new AccountStore(secrets);
    const told: string[] = [];
    other.onDidChange((id) => told.push(id));
    await store.save(recordOf('one'));
    await secrets.store('secrets.mark', 'kept');
    await store.remove('one');
    assert.deepEqual(told, ['one', 'one']);
  });

  it('fires no events after it is disposed', async () => {
    const told: string[] = [];
    store.onDidChange((id) => told.push(id));
    store.dispose();
    await secrets.store('account.one', '{}');
    assert.deepEqual(told, []);
  });

  it('lists an account, or all of them, again after a temporary read failure', async () => {
    await store.save(recordOf('one'));
    secrets.get = () => Promise.reject(new Error('locked'));
    assert.deepEqual((await store.list()).broken, ['one']);
    Reflect.deleteProperty(secrets, 'get');
    const listing = await store.list();
    assert.deepEqual([listing.accounts.map(({ id }) => id), listing.broken], [['one'], []]);

    await store.save(recordOf('two'));
    secrets.keys = () => Promise.reject(new Error('locked'));
    await assert.rejects(store.list(), /locked/);
    Reflect.deleteProperty(secrets, 'keys');
    assert.equal((await store.list()).accounts.length, 2);
  });

  it("keeps another window's changes made while the person was signing in", async () => {
    const before = recordOf('one');
    await store.save(before);
    await new AccountStore(secrets).save({ ...before, label: 'Theirs', environment: 'production' });
    const credentials = { kind: 'token', token: 'new' } as const;
    const after = await store.edit(before, { ...before, credentials });
    assert.deepEqual(after, { ...before, label: 'Theirs', environment: 'production', credentials });
    assert.deepEqual(await store.record('one'), after);
  });

  it("doesn't restore an account that another window removed or moved meanwhile", async () => {
    const before = recordOf('one');
    const after = { ...before, credentials: { kind: 'token', token: 'new' } as const };
    assert.equal(await store.edit(before, after), undefined);
    assert.equal(secrets.entries.size, 0);
    const moved = { ...before, baseUrl: 'https://other.example.com' };
    await store.save(moved);
    assert.equal(await store.edit(before, after), undefined);
    assert.deepEqual(await store.record('one'), moved, "the new token isn't for the other service");
  });

  for (const baseUrl of ['https://api.example.com/tenant-b', 'https://other.example.com']) {
    it(`uses a new id if an account moves to another service: ${baseUrl}`, async () => {
      const before = recordOf('one');
      await store.save(before);
      const moved = await store.edit(before, { ...before, baseUrl });
      assert.match(moved?.id ?? '', /^one-[0-9a-f]{10}$/);
      const { accounts } = await store.list();
      assert.deepEqual(
        accounts.map((account) => [account.id, account.baseUrl]),
        [[moved?.id, baseUrl]],
      );
    });
  }

  it("sets aside any entry that isn't an account, without throwing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        await secrets.store('account.odd', text);
        assert.deepEqual(await store.list(), { accounts: [], broken: ['odd'] });
        assert.equal(await store.record('odd'), undefined);
      }),
    );
  });
});
