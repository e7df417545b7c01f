import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  deedsOf,
  type FilterRule,
  type FilterVerdict,
  judgePacket,
  type Packet,
} from '../../../support/oracles/packetFilter';
import { law } from '../../../support/laws/law';
import { findDeciding, findStanding } from '../../../../src/resources/lockOut/firewall';
import { compareDoors } from '../../../../src/resources/lockOut/whoGetsIn';
import { contains } from '../../../../src/resources/network/ipRange';

const values = {
  type: ['global', 'rich', 'zone', undefined],
  port: ['22', '1-1024', '23-80', '443', 'all', undefined],
  protocol: ['tcp', 'udp', 'icmp', 'any', undefined],
  ipAddress: [
    null,
    '0.0.0.0/0',
    '::/0',
    '203.0.113.7',
    '203.0.113.0/24',
    '0.0.0.0/1',
    '2001:db8::/32',
    '2001:db8::7',
    'office',
    undefined,
  ],
  firewallAction: [null, 'accept', 'reject', 'log', undefined],
} as const;

/** All rules, each part in turn as the API describes it, unknown or unread. */
const rules: readonly (FilterRule & { readonly id: number })[] = values.type
  .flatMap((type) =>
    values.port.flatMap((port) =>
      values.protocol.flatMap((protocol) =>
        values.ipAddress.flatMap((ipAddress) =>
          values.firewallAction.map((firewallAction) => ({
            ...(type === undefined ? {} : { type }),
            ...(port === undefined ? {} : { port }),
            ...(protocol === undefined ? {} : { protocol }),
            ...(ipAddress === undefined ? {} : { ipAddress }),
            ...(firewallAction === undefined ? {} : { firewallAction }),
          })),
        ),
      ),
    ),
  )
  .map((rule, id) => ({ id, ...rule }));

type Rules = typeof rules;

const usual = rules.filter(({ type, port, protocol, ipAddress, firewallAction }) => {
  const isKnown = port !== 'all' && protocol === 'tcp' && ipAddress !== 'office';
  const isAction = firewallAction === 'accept' || firewallAction === 'reject';
  const isRich = type === 'rich' && Boolean(ipAddress) && isAction;
  return isKnown && (isRich || (type === 'global' && !ipAddress && !firewallAction));
});

/** At both ends of every range, and next to them. */
const addresses = [
  '0.0.0.0 127.255.255.255 128.0.0.0 203.0.112.255 203.0.113.0 203.0.113.6 203.0.113.7',
  '203.0.113.8 203.0.113.255 203.0.114.0 255.255.255.255 :: 2001:db8::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::6 2001:db8::7 2001:db8::8 2001:db9::',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
].flatMap((line) => line.split(' '));

const doors = [22, 23, 80, 443, 1024, 1025].flatMap((port) =>
  (['tcp', 'udp'] as const).map((protocol) => ({ port, protocol })),
);

const count = { sets: 0, texts: 0, questions: 0, allowed: 0, blocked: 0, unruled: 0, unclear: 0 };

/** What each rule may do with each packet, and what follows: the same few are tried millions of times. */
const [deeds, verdicts] = [new Map<string, string>(), new Map<string, FilterVerdict>()];

function lookUp<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

function deedsOfAll(set: Rules, packet: Packet): string[] {
  const { address, port, protocol } = packet;
  return set.map((rule) =>
    lookUp(deeds, `${rule.id} ${address} ${port} ${protocol}`, () => deedsOf(rule, packet)),
  );
}

function askAll(set: Rules, picked: number): void {
  count.sets += 1;
  for (const [index, door] of doors.entries()) {
    const standings = findStanding(set, door.port, door.protocol);
    for (const [place, address] of addresses.entries()) {
      const all = deedsOfAll(set, { address, ...door });
      const expected = lookUp(verdicts, all.toSorted().join(), () => judgePacket(all));
      const found = (['allowed', 'blocked', 'unruled', 'unclear'] as const).filter((name) =>
        contains(standings[name], address),
      );
      count.questions += 1;
      count[expected] += 1;
      if (found.join() !== expected) assert.fail(JSON.stringify({ set, address, door, found }));
      if ((index * addresses.length + place) % 40 !== picked % 40) continue;
      const { standing, by } = findDeciding(set, address, door);
      const isPart = (deed: string): boolean =>
        expected === 'unclear' ? deed !== 'p' : deed === (expected === 'allowed' ? 'a' : 'r');
      assert.deepEqual([standing, by], [expected, set.filter((_, at) => isPart(all[at] ?? 'p'))]);
    }
  }
}

const wholes = { everyone: 'allowed', 'no one': 'blocked', 'no rule': 'unruled' } as const;
const parts = { allowed: 'allowed', blocked: 'blocked', 'without a rule': 'unruled' } as const;

/** What the text of a row says about an address; undefined if that is cut short. */
function readText(text: string, address: string): FilterVerdict | undefined {
  if (text.includes('more ')) return undefined;
  if (text === 'not known') return 'unclear';
  if (text in wholes) return wholes[text as keyof typeof wholes];
  let names: string[] = [];
  for (const word of text.split(', ')) {
    const [, name = '', verdict = ''] = /^(\S+)(?: (.+))?$/.exec(word) ?? [];
    names.push(name);
    if (verdict === '') continue;
    const packet = { address, port: 1, protocol: 'tcp' } as const;
    const about = { type: 'rich', port: '1', protocol: 'tcp', firewallAction: 'accept' };
    const isNamed = names.some(
      (each) => each === 'others' || deedsOf({ ...about, ipAddress: each }, packet) === 'a',
    );
    if (isNamed) return verdict in parts ? parts[verdict as keyof typeof parts] : 'unclear';
    names = [];
  }
  return undefined;
}

function compareTexts(set: Rules): void {
  for (const { port, protocol } of doors.filter((door) => door.protocol === 'tcp')) {
    const rows = compareDoors([set], port)?.filter(({ ports }) => ports === `TCP ${port} (SSH)`);
    for (const address of addresses) {
      const family = address.includes(':') ? 'IPv6' : 'IPv4';
      const text = rows?.find(({ families }) => families.includes(family))?.texts[0] ?? '';
      const said = readText(text, address);
      if (said === undefined) continue;
      count.texts += 1;
      const all = deedsOfAll(set, { address, port, protocol });
      assert.equal(said, judgePacket(all), JSON.stringify({ set, address, port, text }));
    }
  }
}

describe('Who gets in, compared with a packet filter', () => {
  law(
    'is what every order of the rules, every reading of them and every default agree on',
    {
      runs: 80,
      counts: count,
      afterwards: () => {
        const { allowed, blocked, unruled, unclear } = count;
        assert.ok(Math.min(allowed, blocked, unruled, unclear) > 100, JSON.stringify(count));
      },
    },
    fc.property(
      fc.array(fc.oneof(...[usual, usual, usual, rules].map((some) => fc.constantFrom(...some))), {
        maxLength: 5,
      }),
      fc.nat(),
      (set, picked) => {
        askAll(set, picked);
        // The order in which they are listed says nothing.
        askAll(set.toReversed(), picked + 1);
      },
    ),
  );

  law(
    'is what the rows of a comparison say, read port by port',
    {
      runs: 40,
      counts: count,
      afterwards: () => assert.ok(count.texts > 1_000, JSON.stringify(count)),
    },
    fc.property(
      fc.array(fc.constantFrom(...usual, ...usual, ...rules), { maxLength: 4 }),
      compareTexts,
    ),
  );
});
