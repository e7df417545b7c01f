import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { getsThrough, type OracleRule } from '../../../support/oracles/logins';
import { law } from '../../../support/laws/law';
import { findFirewallLoss, isSafeWithMore } from '../../../../src/resources/lockOut/firewall';
import { reachNames } from '../../../../src/resources/network/ipRange';

/** The sources of the enumerated rules; addresses at both ends of every range are tried below. */
const ranges = [
  null,
  '0.0.0.0/0',
  '::/0',
  '203.0.113.7',
  '203.0.113.0/24',
  '198.51.100.128/25',
  '0.0.0.0/1',
  '2001:db8::/32',
  '2001:db8::7',
];

const samples = [
  '0.0.0.0 127.255.255.255 128.0.0.0 198.51.100.127 198.51.100.128 198.51.100.255 198.51.101.0',
  '203.0.112.255 203.0.113.0 203.0.113.6 203.0.113.7 203.0.113.8 203.0.113.255 203.0.114.0',
  '255.255.255.255 :: 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: 2001:db8::6 2001:db8::7',
  '2001:db8::8 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
].flatMap((line) => line.split(' '));

const actions = [null, 'accept', 'reject', 'drop'];

/** Rules that treat port 22 differently: for it, a range with it, other ports, or another protocol. */
const rules: readonly (OracleRule & { readonly id: number })[] = [
  ...['22', '1-1024', '23-80'].flatMap((port) =>
    ranges.flatMap((ipAddress) =>
      actions.map((firewallAction) => ({ port, protocol: 'tcp', ipAddress, firewallAction })),
    ),
  ),
  ...actions.map((firewallAction) => {
    return { port: '22', protocol: 'udp', ipAddress: '0.0.0.0/0', firewallAction };
  }),
].map((rule, id) => ({ id, ...rule }));

interface Count {
  sets: number;
  steps: number;
  silent: number;
  falseAlarms: number;
}

const nothing: Count = { sets: 0, steps: 0, silent: 0, falseAlarms: 0 };

function assertSound(count: Count): void {
  const { silent, falseAlarms } = count;
  assert.deepEqual({ silent, falseAlarms }, { silent: 0, falseAlarms: 0 }, JSON.stringify(count));
}

type Rules = readonly (typeof rules)[number][];

/** Compares the guard with the oracle for one step, family by family. */
function tryStep(
  count: Count,
  before: Rules,
  change: { readonly added?: Rules; readonly removed?: Rules; readonly isDeployed?: true },
  port = 22,
): void {
  const { added = [], removed = [], isDeployed = false } = change;
  const gone = removed.map(({ id }) => id);
  const after = [...before.filter(({ id }) => !gone.includes(id)), ...added];
  const loss = findFirewallLoss(before, { added, removed: gone, isDeployed }, port);
  count.steps += 1;
  for (const family of [4, 6] as const) {
    const isLost = samples
      .filter((address) => address.includes(':') === (family === 6))
      .some(
        (address) =>
          (isDeployed || getsThrough(before, address, port)) && !getsThrough(after, address, port),
      );
    const isReported = loss?.lost.some((range) => range.family === family) ?? false;
    if (isLost && !isReported) count.silent += 1;
    if (!isLost && isReported) count.falseAlarms += 1;
  }
}

function tryAllSteps(count: Count, set: Rules): void {
  count.sets += 1;
  for (const rule of set) tryStep(count, set, { removed: [rule] });
  tryStep(count, set, { isDeployed: true });
  for (const added of rules) tryStep(count, set, { added: [added] });
}

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** How many sets of rules one seed gives. */
const setsPerRun = 100;

function tryRandomSteps(count: Count, seed: number): void {
  const random = numbers(seed);
  const below = (limit: number): number => Math.floor(random.next().value * limit);
  const some = (most: number): Rules =>
    Array.from({ length: below(most + 1) }, () => rules[below(rules.length)] ?? []).flat();
  for (let step = 0; step < setsPerRun; step += 1) {
    const set = [...new Set(some(6))];
    count.sets += 1;
    const removed = set.filter(() => below(3) === 0);
    const isDeployed = below(4) === 0;
    tryStep(
      count,
      set,
      isDeployed ? { isDeployed } : { removed, added: some(2) },
      [22, 2222][below(2)],
    );
  }
}

describe('The lock-out guard, compared with brute force', () => {
  it('reports every family that loses SSH by a change of at most one rule', () => {
    const count = { ...nothing };
    for (const rule of [undefined, ...rules]) tryAllSteps(count, rule ? [rule] : []);
    assertSound(count);
  });

  const several = { sets: 0, steps: 0 };
  law(
    'reports exactly the families that lose SSH by a change of several rules',
    { runs: 50, counts: several },
    fc.property(fc.integer(), (seed) => {
      const count = { ...nothing };
      tryRandomSteps(count, seed);
      assertSound(count);
      several.sets += count.sets;
      several.steps += count.steps;
    }),
  );

  const incomplete = { sets: 0, sure: 0, sureAboutUnlisted: 0 };
  law(
    'is sure of a list that may be incomplete only if no address loses SSH, whatever is missing',
    {
      runs: 50,
      counts: incomplete,
      afterwards: () => {
        const { sure, sureAboutUnlisted } = incomplete;
        assert.ok(sure > 0 && sureAboutUnlisted > 0, JSON.stringify(incomplete));
      },
    },
    fc.property(fc.integer(), (seed) => {
      const count = incomplete;
      const random = numbers(seed);
      const below = (limit: number): number => Math.floor(random.next().value * limit);
      // Rules that accept everyone, without which no incomplete list is safe.
      const open = rules.filter(
        ({ ipAddress, firewallAction }) => !ipAddress && (firewallAction ?? 'accept') === 'accept',
      );
      for (let step = 0; step < setsPerRun; step += 1) {
        const from = below(2) === 0 ? open : rules;
        const picked = Array.from(
          { length: below(7) },
          () => from[below(from.length)] ?? [],
        ).flat();
        const set = [...new Set([...picked, ...rules.filter(() => below(60) === 0)])];
        const listed = set.filter(() => below(3) > 0);
        const removed = set.filter(() => below(3) === 0);
        const added = below(2) === 0 ? [] : [rules[below(rules.length)] ?? []].flat();
        const gone = removed.map(({ id }) => id);
        const isSure = isSafeWithMore(listed, { added, removed: gone, isDeployed: false }, 22);
        const after = [...set.filter(({ id }) => !gone.includes(id)), ...added];
        const isLost = samples.some(
          (address) => getsThrough(set, address, 22) && !getsThrough(after, address, 22),
        );
        count.sets += 1;
        if (isSure) count.sure += 1;
        if (isSure && removed.some((rule) => !listed.includes(rule))) count.sureAboutUnlisted += 1;
        assert.ok(!isSure || !isLost, JSON.stringify({ listed, set, removed, added }));
      }
    }),
  );

  it('names exactly the addresses that lose access, and those that keep it', () => {
    const random = numbers(7);
    const below = (limit: number): number => Math.floor(random.next().value * limit);
    for (let round = 0; round < 500; round += 1) {
      const set = rules.filter(() => below(30) === 0);
      const change = { added: [], removed: set.slice(0, 1).map(({ id }) => id), isDeployed: false };
      const loss = findFirewallLoss(set, change, 22);
      if (!loss) continue;
      for (const address of samples) {
        const isLost = getsThrough(set, address, 22) && !getsThrough(set.slice(1), address, 22);
        assert.equal(isNamed(reachNames(loss.lost), address), isLost, address);
        assert.equal(
          isNamed(reachNames(loss.left), address),
          getsThrough(set.slice(1), address, 22),
        );
      }
    }
  });

  it("doesn't depend on the order of rules", () => {
    for (const [index, first] of rules.slice(0, 40).entries()) {
      // The other half are the same pairs.
      for (const second of rules.slice(index + 1, 40)) {
        const change = { added: [], removed: [], isDeployed: true };
        assert.deepEqual(
          findFirewallLoss([first, second], change, 22),
          findFirewallLoss([second, first], change, 22),
        );
      }
    }
  });
});

/** Whether an address is in any of these blocks: the oracle's own reading of a block. */
function isNamed(names: readonly (string | number)[], address: string): boolean {
  return names.some((name) => {
    const whole = name === 4 ? '0.0.0.0/0' : '::/0';
    const ipAddress = typeof name === 'string' ? name : whole;
    return getsThrough(
      [{ port: '22', protocol: 'tcp', ipAddress, firewallAction: null }],
      address,
      22,
    );
  });
}
