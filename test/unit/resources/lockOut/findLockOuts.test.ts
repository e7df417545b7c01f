import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import {
  createFirewallRule,
  deleteFirewallRule,
  deployFirewallRules,
} from '../../../../src/api/contract/firewallRule';
import {
  deleteSshKey,
  sshKey,
  updateSshConfig,
  updateSshSettings,
} from '../../../../src/api/contract/ssh';
import { readLeniently } from '../../../../src/api/lenient';
import { deleteSystemUser, systemUser } from '../../../../src/api/contract/systemUser';
import type { Resource } from '../../../../src/resources/kinds/kind';
import { describeLockOuts } from '../../../../src/documents/writing/guard';
import {
  findLockOuts,
  type LockOutReading,
  type PlannedWrite,
} from '../../../../src/resources/lockOut/findLockOuts';

const { signal } = new AbortController();
const failure = new ApiError('server', { method: 'GET', path: '/list' }, 'it failed');
const refusal = new ApiError('unsupported', { method: 'GET', path: '/list' }, 'not offered');

/** The service's answer for a kind on a server: a page of rows, or an error. */
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

/** A service that counts one more of a kind than it returns. */
function servePartly(partial: string, rows: readonly Resource[]): LockOutReading {
  const whole = serve((kind) => {
    if (kind === partial) return [rows];
    return [kind === 'sshKey' ? [key] : kind === 'systemUser' ? [user] : [rule]];
  });
  const pages: LockOutReading['client']['pages'] = async (collection) =>
    (async function* counted() {
      for await (const outcome of await whole.client.pages(collection)) {
        const total = rows.length + 1;
        if (collection.kind !== partial || 'error' in outcome) yield outcome;
        else yield { ...outcome, page: { ...outcome.page, total } };
      }
    })();
  return { ...whole, client: { ...whole.client, pages } };
}

describe('Data that the lock-out guard reads', () => {
  for (const [what, write, failing, rows] of [
    ['keys', keysOnly(1), 'sshKey', [key]],
    ['users', keysOnly(1), 'systemUser', [user]],
    ['firewall rules', ruleRemoval, 'firewallRule', [{ ...rule, id: 2 }]],
  ] as const) {
    it(`must be complete: a failed page of ${what} isn't an empty one`, async () => {
      const reading = serve((kind) => {
        if (kind === failing) return [rows, failure];
        return [kind === 'sshKey' ? [key] : kind === 'systemUser' ? [user] : [rule]];
      });
      await assert.rejects(findLockOuts(reading, [write], signal), failure);
    });
  }

  for (const [what, write, partial, rows] of [
    // The listed data seems to let no one in, so the loss of unlisted access would go unnoticed.
    ['keys', keysOnly(1), 'sshKey', []],
    ['users', keysOnly(1), 'systemUser', []],
    ['firewall rules', ruleRemoval, 'firewallRule', [{ ...rule, id: 2, port: '80' }]],
    ['no firewall rules', ruleRemoval, 'firewallRule', []],
  ] as const) {
    it(`leads to a question if the service counts more ${what} than it returns`, async () => {
      const reading = servePartly(partial, rows);
      const found = await findLockOuts(reading, [write], signal);
      assert.deepEqual(found, [{ type: 'incomplete', kind: partial, isOffered: true }]);
      const words = describeLockOuts(found);
      assert.match(words.join(), /^Couldn't check who can still log in\..+: May be incomplete/);
    });
  }

  const userRemoval: PlannedWrite = {
    endpoint: deleteSystemUser,
    target: { account: 'a', kind: 'systemUser', ids: [1, 3] },
  };
  const otherRule = { ...rule, id: 2 };
  const accepting: PlannedWrite = {
    endpoint: createFirewallRule,
    target: { account: 'a', kind: 'firewallRule', parents: [1] },
    body: rule,
  };
  for (const [what, writes, partial, rows] of [
    ['a listed key lets a user in', [keysOnly(1)], 'sshKey', [key]],
    ['a listed user has a key', [keysOnly(1)], 'systemUser', [user]],
    ['a listed user who stays has a key', [keysOnly(1), userRemoval], 'systemUser', [user]],
    ['another listed rule accepts the same', [ruleRemoval], 'firewallRule', [rule, otherRule]],
    ['a listed rule accepts everything', [ruleRemoval], 'firewallRule', [otherRule]],
    ['an added rule accepts everything', [ruleRemoval, accepting], 'firewallRule', []],
    [
      'a rejection is removed',
      [ruleRemoval],
      'firewallRule',
      [{ ...rule, firewallAction: 'drop' }],
    ],
  ] as const) {
    it(`is enough if ${what}, whatever isn't listed`, async () => {
      assert.deepEqual(await findLockOuts(servePartly(partial, rows), writes, signal), []);
    });
  }

  const rejecting: PlannedWrite = { ...accepting, body: { ...rule, firewallAction: 'reject' } };
  const deploying: PlannedWrite = { ...accepting, endpoint: deployFirewallRules, body: undefined };
  for (const [what, writes, partial, rows] of [
    ['a rule that rejects', [rejecting], 'firewallRule', [{ ...rule, port: '80' }]],
    // A rule that isn't listed may reject what a listed one accepts.
    ['a deployment', [deploying], 'firewallRule', [rule]],
    [
      'a rule that accepts more than the others',
      [ruleRemoval],
      'firewallRule',
      [rule, { ...otherRule, ipAddress: '203.0.113.7' }],
    ],
  ] as const) {
    it(`isn't enough for ${what}`, async () => {
      const found = await findLockOuts(servePartly(partial, rows), writes, signal);
      assert.deepEqual(found, [{ type: 'incomplete', kind: partial, isOffered: true }]);
    });
  }

  for (const [what, refused, writes] of [
    ['keys', ['sshKey'], [keysOnly(1)]],
    ['users', ['systemUser'], [keysOnly(1)]],
    ['users nor keys', ['systemUser', 'sshKey'], [keysOnly(1)]],
  ] as const) {
    it(`isn't taken as empty if the service lists no ${what}, even if root is locked out already`, async () => {
      const kinds: readonly string[] = refused;
      const lists = serve((kind) => [
        kinds.includes(kind) ? refusal : kind === 'sshKey' ? [key] : [user],
      ]);
      for (const preventRootLogin of [false, true]) {
        const read = async () => ({ passwordlessLogin: false, preventRootLogin });
        const reading = { ...lists, client: { ...lists.client, read } };
        const found = await findLockOuts(reading, writes, signal);
        assert.deepEqual(
          found,
          refused.map((kind) => ({ type: 'incomplete', kind, isOffered: false })),
        );
        const words = describeLockOuts(found);
        assert.match(
          words.join(),
          /Couldn't check .* Not offered by the service: (SSH Keys|System Users)/,
        );
      }
    });
  }
});

describe("Data that the lock-out guard can't read", () => {
  const rejection: PlannedWrite = {
    endpoint: createFirewallRule,
    target: { account: 'a', kind: 'firewallRule', parents: [1] },
    body: { ...rule, firewallAction: 'reject' },
  };
  const deployment: PlannedWrite = {
    endpoint: deployFirewallRules,
    target: { account: 'a', kind: 'firewallRule', parents: [1] },
  };
  for (const [what, write] of [
    ['a rule that rejects', rejection],
    ['the removal of a rule', ruleRemoval],
    ['a deployment', deployment],
  ] as const) {
    it(`causes a warning about ${what} if the service lists no rules`, async () => {
      const reading = serve(() => [refusal]);
      await assert.rejects(findLockOuts(reading, [write], signal), refusal);
    });
  }

  const keyRemoval: PlannedWrite = {
    endpoint: deleteSshKey,
    target: { account: 'a', kind: 'sshKey', ids: [1, 1] },
  };
  const reading = serve((kind) => [kind === 'sshKey' ? [key] : [user]]);
  const knowing = (settings: Resource | ApiError): LockOutReading => {
    const read = () =>
      settings instanceof ApiError ? Promise.reject(settings) : Promise.resolve(settings);
    return { ...reading, client: { ...reading.client, read } };
  };
  const unknown = [{ type: 'login', obstacle: 'unknownSettings' }];

  it('causes a warning about the last key if the service omits SSH settings', async () => {
    for (const settings of [refusal, { useDns: true }, { preventRootLogin: false }]) {
      assert.deepEqual(await findLockOuts(knowing(settings), [keyRemoval], signal), unknown);
    }
  });

  it('is no risk as long as someone has a key, or passwords are known to be on', async () => {
    const others = { ...keyRemoval, target: { ...keyRemoval.target, ids: [1, 9] } };
    assert.deepEqual(await findLockOuts(knowing(refusal), [others], signal), []);
    const open = knowing({ passwordlessLogin: false });
    assert.deepEqual(await findLockOuts(open, [keyRemoval], signal), []);
  });
});

describe('SSH settings in another form', () => {
  const state = { passwordlessLogin: false, preventRootLogin: true };
  const keysOfRoot = serve((kind) => [kind === 'sshKey' ? [{ ...key, user: 'root' }] : [user]]);

  for (const [kind, endpoint] of [
    ['sshConfig', updateSshConfig],
    ['olderSshSettings', updateSshSettings],
  ] as const) {
    const target = { account: 'a', kind, ids: [1] } as const;
    const write: PlannedWrite = { endpoint, target, body: { passwordlessLogin: true } };
    const expected = [{ type: 'login', obstacle: 'onlyRootHasKey' }];

    it(`are judged by what their own read returns: ${kind}`, async () => {
      const read: LockOutReading['client']['read'] = async (reference) =>
        reference.kind === kind ? state : { ...state, preventRootLogin: false };
      const reading = { ...keysOfRoot, client: { ...keysOfRoot.client, read } };
      assert.deepEqual(await findLockOuts(reading, [write], signal), expected);
    });

    it(`are judged by their document: ${kind}`, async () => {
      const read = () => assert.fail('their content is known');
      const reading = { ...keysOfRoot, client: { ...keysOfRoot.client, read } };
      const known = { ...write, current: { id: 1, server_id: 1, ...state } };
      assert.deepEqual(await findLockOuts(reading, [known], signal), expected);
    });
  }
});

describe('Users and keys that can only be read in part', () => {
  const found = (users: readonly unknown[], keys: readonly unknown[]) => {
    const read = (schema: typeof sshKey | typeof systemUser, raw: unknown) =>
      (readLeniently(schema, raw) ?? assert.fail()) as Resource;
    const reading = serve((kind) => [
      kind === 'sshKey'
        ? keys.map((each) => read(sshKey, each))
        : users.map((each) => read(systemUser, each)),
    ]);
    return findLockOuts(reading, [keysOnly(1)], signal);
  };

  it('let no one in for certain, such as a key that may be temporary', async () => {
    assert.deepEqual(await found([user], [key]), []);
    const noKey = [{ type: 'login', obstacle: 'noKey' }];
    assert.deepEqual(await found([user], [{ ...key, temporary: 'until Monday' }]), noKey);
    assert.deepEqual(await found([{ ...user, username: ['shop'] }], [key]), noKey);
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

  it('is the one that the server reports, even if the settings differ', async () => {
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

  it('is judged for each account, even if servers have the same id', async () => {
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
