/**
 * A plain packet filter, written from the API's description alone, independently of the product: one packet, one rule
 * and one order at a time, with addresses as texts of bits.
 */

export interface Packet {
  readonly address: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
}

/** A rule as the service lists it; what couldn't be read is absent. */
export interface FilterRule {
  readonly type?: string;
  readonly port?: string;
  readonly protocol?: string;
  readonly ipAddress?: string | null;
  readonly firewallAction?: string | null;
}

/** What a rule does with a packet: a, accepts it; r, rejects it; p, passes it on to the next. */
type Deed = 'a' | 'r' | 'p';

/** Everything that a rule may do with a packet, given that some of it may mean anything. */
export function deedsOf(rule: FilterRule, packet: Packet): string {
  const isPort = fitsPort(rule.port, packet.port);
  const isProtocol = fitsProtocol(rule.protocol, packet.protocol);
  if (isPort === 'no' || isProtocol === 'no') return 'p';
  const isSurelyAbout = isPort === 'yes' && isProtocol === 'yes';
  const { type, ipAddress, firewallAction } = rule;
  if (type === 'global') {
    // Observed: these have neither address nor action. One that has is something else.
    const isUsual = (ipAddress ?? '') === '' && (firewallAction ?? '') === '';
    return isUsual ? (isSurelyAbout ? 'a' : 'ap') : 'arp';
  }
  // Observed: only these have an address and an action.
  if (type !== 'rich' || ipAddress === null || ipAddress === '') return 'arp';
  const isSource = fitsAddress(ipAddress, packet.address);
  if (isSource === 'no') return 'p';
  if (firewallAction !== 'accept' && firewallAction !== 'reject') return 'arp';
  const deed = firewallAction === 'accept' ? 'a' : 'r';
  return isSurelyAbout && isSource === 'yes' ? deed : `${deed}p`;
}

type Fit = 'yes' | 'no' | 'perhaps';

function fitsPort(ports: string | undefined, port: number): Fit {
  if (ports === undefined || !/^\d+(-\d+)?$/.test(ports)) return 'perhaps';
  const [from, to = from] = ports.split('-');
  return Number(from) <= port && port <= Number(to) ? 'yes' : 'no';
}

function fitsProtocol(protocol: string | undefined, wanted: string): Fit {
  if (protocol === wanted) return 'yes';
  return protocol === 'tcp' || protocol === 'udp' || protocol === 'icmp' ? 'no' : 'perhaps';
}

function fitsAddress(source: string | undefined, address: string): Fit {
  if (source === undefined || !/^[\da-f.:]+(\/\d+)?$/.test(source)) return 'perhaps';
  const [network = '', length] = source.split('/');
  if (network.includes(':') !== address.includes(':')) return 'no';
  const bits = toBits(network);
  const count = length === undefined ? bits.length : Number(length);
  return bits.slice(0, count) === toBits(address).slice(0, count) ? 'yes' : 'no';
}

function toBits(address: string): string {
  if (!address.includes(':')) {
    const parts = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
    return parts.join('');
  }
  const [left = '', right = ''] = address.split('::');
  const words = (side: string): string[] => (side === '' ? [] : side.split(':'));
  const missing = 8 - words(left).length - words(right).length;
  const all = [...words(left), ...Array<string>(missing).fill('0'), ...words(right)];
  return all.map((word) => parseInt(word, 16).toString(2).padStart(16, '0')).join('');
}

export type FilterVerdict = 'allowed' | 'blocked' | 'unruled' | 'unclear';

/** Tries every order of the rules, everything that each may do, and both defaults. */
export function judgePacket(deeds: readonly string[]): FilterVerdict {
  if (deeds.every((each) => each === 'p')) return 'unruled';
  const found = new Set<Deed>();
  for (const order of orders(deeds)) {
    for (const chosen of choices(order)) {
      for (const byDefault of ['a', 'r'] as const) {
        found.add(chosen.find((deed) => deed !== 'p') ?? byDefault);
      }
    }
  }
  if (found.size > 1) return 'unclear';
  return found.has('a') ? 'allowed' : 'blocked';
}

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, index) =>
    orders(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

function choices(order: readonly string[]): Deed[][] {
  return order.reduce<Deed[][]>(
    (all, deeds) => all.flatMap((some) => deeds.split('').map((deed) => [...some, deed as Deed])),
    [[]],
  );
}
