import assert from 'node:assert/strict';
import {
  mayLose,
  type OracleServer,
  type PartlyKnownRule,
  someoneLogsIn,
} from '../../../support/oracles/logins';
import { ApiError } from '../../../../src/api/errors';
import {
  createFirewallRule,
  deleteFirewallRule,
  deployFirewallRules,
  firewallRule,
} from '../../../../src/api/contract/firewallRule';
import { deleteSshKey, updateSshSettings } from '../../../../src/api/contract/ssh';
import { readLeniently } from '../../../../src/api/lenient';
import type { Resource } from '../../../../src/resources/kinds/kind';
import {
  findLockOuts,
  type LockOutReading,
  type PlannedWrite,
} from '../../../../src/resources/lockOut/findLockOuts';
import { findFirewallLoss, type ListedRule } from '../../../../src/resources/lockOut/firewall';
import { reachNames, parseIpRange } from '../../../../src/resources/network/ipRange';

/** What the service sends in place of a value that can't be read. */
const unread = { $: ['?'] };

interface Case {
  readonly id: number;
  /** What the oracle knows of it. */
  readonly known: PartlyKnownRule;
  /** What the extension reads of it. */
  readonly read: ListedRule;
}

const values = {
  port: ['22', '23-80', undefined],
  protocol: ['tcp', undefined],
  ipAddress: [null, '203.0.113.0/24', '::/0', undefined],
  firewallAction: ['accept', 'reject', undefined],
} as const;

/** All rules, with each part unread, in turn and together. */
const cases: readonly Case[] = values.port
  .flatMap((port) =>
    values.protocol.flatMap((protocol) =>
      values.ipAddress.flatMap((ipAddress) =>
        values.firewallAction.map((firewallAction) => ({
          ...(port === undefined ? {} : { port }),
          ...(protocol === undefined ? {} : { protocol }),
          ...(ipAddress === undefined ? {} : { ipAddress }),
          ...(firewallAction === undefined ? {} : { firewallAction }),
        })),
      ),
    ),
  )
  .map((known, id) => {
    const nothing = { port: unread, protocol: unread, ipAddress: unread, firewallAction: unread };
    const sent = { ...nothing, ...known };
    const raw = { id, type: 'rich', created_at: '2026-01-01 00:00:00', ...sent };
    const read = readLeniently(firewallRule, raw);
    assert.ok(read);
    return { id, known, read: { ...read, id } };
  });

const samples = ['203.0.112.255', '203.0.113.7', '198.51.100.1', '::', '2001:db8::7'];

interface Count {
  sets: number;
  steps: number;
  silent: number;
  falseAlarms: number;
}

interface Step {
  readonly added?: readonly Case[];
  readonly removed?: readonly Case[];
  readonly isDeployed?: true;
}

/** Compares the guard with the oracle for one step, address by address. */
function tryStep(count: Count, set: readonly Case[], step: Step): void {
  const { added = [], removed = [], isDeployed = false } = step;
  const kept = set.filter((rule) => !removed.includes(rule));
  const loss = findFirewallLoss(
    set.map(({ read }) => read),
    { added: added.map(({ read }) => read), removed: removed.map(({ id }) => id), isDeployed },
    22,
  );
  const [oracleKept, oracleRemoved, oracleAdded] = [kept, removed, added].map((rules) =>
    rules.map(({ known }) => known),
  ) as [PartlyKnownRule[], PartlyKnownRule[], PartlyKnownRule[]];
  const names = loss ? reachNames(loss.lost) : [];
  const change = { kept: oracleKept, removed: oracleRemoved, added: oracleAdded, isDeployed };
  count.steps += 1;
  for (const address of samples) {
    const isLost = mayLose(change, address, 22);
    const isReported = names.some((name) => isIn(address, name));
    if (isLost && !isReported) count.silent += 1;
    if (!isLost && isReported) count.falseAlarms += 1;
  }
}

function isIn(address: string, name: string | number): boolean {
  const of = parseIpRange(address);
  if (typeof name === 'number') return of?.family === name;
  const range = parseIpRange(name);
  if (!of || !range || of.family !== range.family) return false;
  return range.first <= of.first && of.first <= range.last;
}

function tryAllSteps(count: Count, set: readonly Case[], additions: readonly Case[]): void {
  count.sets += 1;
  for (const rule of set) tryStep(count, set, { removed: [rule] });
  if (set.length > 1) tryStep(count, set, { removed: set });
  tryStep(count, set, { isDeployed: true });
  for (const added of additions) {
    tryStep(count, set, { added: [added] });
    for (const removed of set) tryStep(count, set, { added: [added], removed: [removed] });
  }
}

function assertExact(count: Count): void {
  const { silent, falseAlarms } = count;
  assert.deepEqual({ silent, falseAlarms }, { silent: 0, falseAlarms: 0 }, JSON.stringify(count));
}

const unreadableLists = [[], ['firewallRule'], ['systemUser'], ['sshKey']].flatMap(
  (one, index, all) =>
    index === 0 ? [one] : [one, ...all.slice(index + 1).map((other) => [...one, ...other])],
);
unreadableLists.push(['firewallRule', 'systemUser', 'sshKey']);

const flags = [false, true];
const servers: readonly OracleServer[] = flags.flatMap((passwordlessLogin) =>
  flags.flatMap((preventRootLogin) =>
    [[], ['shop']].flatMap((users) =>
      [[], ['root'], ['shop']].map((owners) => ({
        passwordlessLogin,
        preventRootLogin,
        users,
        keys: owners.map((user, index) => ({ id: index + 1, user, temporary: false })),
      })),
    ),
  ),
);

/** A server as a service serves it. */
interface Served {
  readonly set: readonly Case[];
  readonly logins: OracleServer;
  readonly unreadable: readonly string[];
}

const refusal = new ApiError('unsupported', { method: 'GET', path: '/list' }, 'not offered');

function serve({ set, logins, unreadable }: Served): LockOutReading {
  const { users, keys, ...settings } = logins;
  const lists: Readonly<Record<string, readonly Resource[]>> = {
    firewallRule: set.map(({ read }) => read as Resource),
    systemUser: users.map((username, index) => ({ id: index + 1, username })),
    sshKey: keys.map((key) => ({ ...key })),
  };
  async function* pagesOf(kind: string) {
    if (unreadable.includes(kind)) throw refusal;
    const items = lists[kind] ?? [];
    const page = { items, number: 1, perPage: 40, total: items.length, totalPages: 1 };
    yield { number: 1, page: { ...page, isLast: true } };
  }
  return {
    client: { read: async () => settings, pages: async ({ kind }) => pagesOf(kind) },
    store: { find: () => undefined },
    sshPort: () => 22,
  };
}

/** A change of logins that goes with one of the firewall. */
function loginSteps(logins: OracleServer): { writes: PlannedWrite[]; after: OracleServer }[] {
  const settings = { account: 'a', kind: 'sshSettings', ids: [1] } as const;
  const key = { account: 'a', kind: 'sshKey', ids: [1, 1] } as const;
  return [
    { writes: [], after: logins },
    ...[{ passwordlessLogin: true }, { preventRootLogin: true }].map((body) => ({
      writes: [{ endpoint: updateSshSettings, target: settings, body }],
      after: { ...logins, ...body },
    })),
    { writes: [{ endpoint: deleteSshKey, target: key }], after: { ...logins, keys: [] } },
  ];
}

function toWrites({ added = [], removed = [], isDeployed }: Step): PlannedWrite[] {
  const rulesOf = { account: 'a', kind: 'firewallRule', parents: [1] } as const;
  return [
    ...added.map(({ known }) => {
      return { endpoint: createFirewallRule, target: rulesOf, body: { type: 'rich', ...known } };
    }),
    ...removed.map(({ id }) => {
      const target = { account: 'a', kind: 'firewallRule', ids: [1, id] } as const;
      return { endpoint: deleteFirewallRule, target };
    }),
    ...(isDeployed ? [{ endpoint: deployFirewallRules, target: rulesOf }] : []),
  ];
}

async function tryLists(
  count: Count,
  { additions, ...served }: Served & { readonly additions: readonly Case[] },
): Promise<void> {
  const { set, logins } = served;
  const reading = serve(served);
  const { signal } = new AbortController();
  const steps: readonly Step[] = [
    {},
    ...set.map((rule) => ({ removed: [rule] })),
    { isDeployed: true },
    ...additions.map((rule) => ({ added: [rule] })),
  ];
  for (const step of steps) {
    const { added = [], removed = [], isDeployed = false } = step;
    const [kept, gone, more] = [set.filter((rule) => !removed.includes(rule)), removed, added].map(
      (rules) => rules.map(({ known }) => known),
    ) as [PartlyKnownRule[], PartlyKnownRule[], PartlyKnownRule[]];
    const change = { kept, removed: gone, added: more, isDeployed };
    const isCutOff = samples.some((address) => mayLose(change, address, 22));
    for (const { writes, after } of loginSteps(logins)) {
      const all = [...toWrites(step), ...writes];
      const isAsked = await findLockOuts(reading, all, signal).then(
        (found) => found.length > 0,
        () => true,
      );
      const isLost = isCutOff || (someoneLogsIn(logins) && !someoneLogsIn(after));
      count.steps += 1;
      if (isLost && !isAsked) count.silent += 1;
      if (!isLost && isAsked) count.falseAlarms += 1;
    }
  }
}

describe('The lock-out guard, compared with brute force where rules can’t be read', () => {
  it('reports exactly the addresses that may lose SSH by a change to up to two rules', () => {
    const count = { sets: 0, steps: 0, silent: 0, falseAlarms: 0 };
    tryAllSteps(count, [], cases);
    for (const [index, first] of cases.entries()) {
      tryAllSteps(count, [first], cases);
      // Few additions, which differ from pair to pair.
      for (const second of cases.slice(index + 1)) {
        const additions = cases.filter(({ id }) => (id + first.id + second.id) % 27 === 0);
        tryAllSteps(count, [first, second], additions);
      }
    }
    assertExact(count);
  });

  for (const unreadable of unreadableLists) {
    const names = unreadable.join(', ') || 'none';
    it(`asks about every step that may lock out, with these lists unreadable: ${names}`, async () => {
      const count = { sets: 0, steps: 0, silent: 0, falseAlarms: 0 };
      const whole = cases.filter(({ known }) => Object.keys(known).length === 4);
      for (const set of [[], ...whole.map((rule) => [rule])]) {
        for (const logins of servers) {
          count.sets += 1;
          await tryLists(count, { set, logins, unreadable, additions: whole });
        }
      }
      assert.equal(count.silent, 0, JSON.stringify(count));
      if (unreadable.length === 0) assert.equal(count.falseAlarms, 0, JSON.stringify(count));
    });
  }
});
