import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { deleteFirewallRule } from '../../../src/api/contract/firewallRule';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import type { Resource } from '../../../src/resources/kinds/kind';
import { findLockOuts, type LockOutReading } from '../../../src/resources/lockOut/findLockOuts';
import type { PlannedWrite } from '../../../src/resources/lockOut/plannedWrite';

const { signal } = new AbortController();
const failure = new ApiError('server', { method: 'GET', path: '/list' }, 'it failed');
const refusal = new ApiError('unsupported', { method: 'GET', path: '/list' }, 'not offered');

/** What the service has of a kind on a server: a page of rows, or an error instead of one. */
type Pages = readonly (readonly Resource[] | ApiError)[];

function serve(pagesOf: (kind: string, server: unknown, account: string) => Pages): LockOutReading {
  async function* iterate(pages: Pages) {
    for (const [index, rows] of pages.entries()) {
      const number = index + 1;
      if (rows instanceof ApiError) yield { number, error: rows };
      else yield { number, page: toPage(rows, number, number === pages.length) };
    }
  }
  return {
    client: {
      read: async () => ({ passwordlessLogin: false, preventRootLogin: false }),
      pages: async ({ kind, parents, account }) => iterate(pagesOf(kind, parents[0], account)),
    },
    store: { find: () => undefined },
    sshPort: () => 22,
  };
}

function toPage(items: readonly Resource[], number: number, isLast: boolean) {
  return { items, number, perPage: 1, total: undefined, totalPages: undefined, isLast };
}

function keysOnly(server: number): PlannedWrite {
  const target = { account: 'a', kind: 'sshSettings', ids: [server] } as const;
  return { endpoint: updateSshSettings, target, body: { passwordlessLogin: true } };
}

const ruleRemoval: PlannedWrite = {
  endpoint: deleteFirewallRule,
  target: { account: 'a', kind: 'firewallRule', ids: [1, 1] },
};
const key = { id: 1, user: 'shop', temporary: false };
const user = { id: 2, username: 'shop' };
const rule = { id: 1, port: '22', protocol: 'tcp', ipAddress: null, firewallAction: null };

describe('What the lock-out guard reads', () => {
  for (const [what, write, failing, rows] of [
    ['keys', keysOnly(1), 'sshKey', [key]],
    ['users', keysOnly(1), 'systemUser', [user]],
    ['firewall rules', ruleRemoval, 'firewallRule', [{ ...rule, id: 2 }]],
  ] as const) {
    it(`has to be complete: a failed page of ${what} isn't an empty one`, async () => {
      const reading = serve((kind) => {
        if (kind === failing) return [rows, failure];
        return [kind === 'sshKey' ? [key] : kind === 'systemUser' ? [user] : [rule]];
      });
      await assert.rejects(findLockOuts(reading, [write], signal), failure);
    });
  }

  it("is empty for a kind that the service doesn't offer", async () => {
    const found = await findLockOuts(
      serve((kind) => (kind === 'sshKey' ? [refusal] : [[user]])),
      [keysOnly(1)],
      signal,
    );
    assert.deepEqual(found, [{ type: 'login', obstacle: 'noKey' }]);
  });
});

describe('The SSH port that the lock-out guard keeps open', () => {
  const onOther = { ...rule, port: '2222' };
  const reading = serve((kind) => (kind === 'firewallRule' ? [[onOther]] : [[]]));

  it('is the one in the settings', async () => {
    const found = await findLockOuts({ ...reading, sshPort: () => 2222 }, [ruleRemoval], signal);
    assert.notDeepEqual(found, []);
    assert.deepEqual(await findLockOuts(reading, [ruleRemoval], signal), []);
  });

  it('is the one that the server reports, whatever the settings say', async () => {
    const told = { find: () => ({ id: 1, port: 2222 }) };
    assert.notDeepEqual(await findLockOuts({ ...reading, store: told }, [ruleRemoval], signal), []);
    const elsewhere = { ...reading, store: { find: () => ({ id: 1, port: 22 }) } };
    const set = { ...elsewhere, sshPort: () => 2222 };
    assert.deepEqual(await findLockOuts(set, [ruleRemoval], signal), []);
  });
});

describe('A change to several servers', () => {
  const reading = serve((kind, server) => [
    kind === 'systemUser' ? [user] : kind === 'sshKey' && server !== 2 ? [key] : [],
  ]);

  it('is judged for each of them, in any order', async () => {
    const obstacle = { type: 'login', obstacle: 'noKey' };
    const found = (servers: readonly number[]) =>
      findLockOuts(reading, servers.map(keysOnly), signal);
    assert.deepEqual(await found([1, 2, 3]), [obstacle]);
    assert.deepEqual(await found([2, 1]), [obstacle]);
    assert.deepEqual(await found([1, 3]), []);
  });

  it('is judged for each account, though their servers have the same number', async () => {
    const byAccount = serve((kind, _, account) => [
      kind === 'systemUser' ? [user] : kind === 'sshKey' && account === 'a' ? [key] : [],
    ]);
    const own = keysOnly(1);
    const other = { ...own, target: { ...own.target, account: 'b' } };
    const obstacle = { type: 'login', obstacle: 'noKey' };
    assert.deepEqual(await findLockOuts(byAccount, [own, other], signal), [obstacle]);
    assert.deepEqual(await findLockOuts(byAccount, [own], signal), []);
  });
});
