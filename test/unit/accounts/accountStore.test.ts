import assert from 'node:assert/strict';
import type { AccountRecord } from '../../../src/resources/accounts/account';
import { AccountStore } from '../../../src/resources/accounts/accountStore';
import { MemorySecrets } from '../../support/memorySecrets';

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
  let secrets: MemorySecrets;
  let store: AccountStore;

  beforeEach(() => {
    secrets = new MemorySecrets();
    store = new AccountStore(secrets);
  });

  it('lists accounts in the order in which they were added, without credentials', async () => {
    for (const [index, id] of ['c', 'a', 'b'].entries()) await store.save(recordOf(id, index));
    const listing = await store.list();
    assert.deepEqual(
      listing.accounts.map(({ id }) => id),
      ['c', 'a', 'b'],
    );
    assert.ok(!JSON.stringify(listing).includes(sentinel));
  });

  it('gives back an account as it was saved', async () => {
    await store.save(recordOf('one'));
    assert.deepEqual(await store.record('one'), recordOf('one'));
  });

  const broken: readonly (readonly [string, string])[] = [
    ['is no JSON', `{"token": "${sentinel}`],
    ['is empty', ''],
    ['lacks its credentials', JSON.stringify({ ...recordOf('odd'), credentials: undefined })],
    [
      'has a token that is no text',
      JSON.stringify({ ...recordOf('odd'), credentials: { kind: 'token', token: 7 } }),
    ],
    [
      'would send its token over http',
      JSON.stringify({ ...recordOf('odd'), baseUrl: 'http://example.com' }),
    ],
    ["is another account's", JSON.stringify(recordOf('one'))],
  ];
  for (const [why, text] of broken) {
    it(`sets an entry aside that ${why}, keeps it, and lists the others`, async () => {
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

  it('sets an entry aside that the storage cannot give', async () => {
    await store.save(recordOf('one'));
    await store.save(recordOf('two'));
    const get = secrets.get.bind(secrets);
    secrets.get = (key) =>
      key.endsWith('two') ? Promise.reject(new Error(`no key for ${sentinel}`)) : get(key);
    const { accounts, broken: ids } = await store.list();
    assert.deepEqual([accounts.map(({ id }) => id), ids], [['one'], ['two']]);
  });

  it('takes an entry that is just being removed for gone, not for broken', async () => {
    secrets.keys = () => Promise.resolve(['account.gone']);
    assert.deepEqual(await store.list(), { accounts: [], broken: [] });
  });

  it('leaves what others keep in the same storage alone', async () => {
    await secrets.store('secrets.mark', 'kept');
    assert.deepEqual(await store.list(), { accounts: [], broken: [] });
  });

  it("counts an unknown environment as production, and takes the reference's words for odd ones", async () => {
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

  it('refuses to save what it could not read', async () => {
    await assert.rejects(store.save({ ...recordOf('one'), baseUrl: 'http://example.com' }));
    assert.equal(secrets.entries.size, 0);
  });

  it('tells every window which account changed, and of nothing else', async () => {
    const other = new AccountStore(secrets);
    const told: string[] = [];
    other.onDidChange((id) => told.push(id));
    await store.save(recordOf('one'));
    await secrets.store('secrets.mark', 'kept');
    await store.remove('one');
    assert.deepEqual(told, ['one', 'one']);
  });
});
