/**
 * Who can log in, written from the API's description alone, independently of the product: one address and one
 * user at a time, by brute force, with addresses as texts of bits.
 */

/** A rule as the service lists it. */
export interface OracleRule {
  readonly port: string;
  readonly protocol: string;
  readonly ipAddress: string | null;
  readonly firewallAction: string | null;
}

/** Cached results, because the same few addresses are checked millions of times. */
const known = new Map<string, string>();

/** An address as 32 or 128 bits. */
function toBits(address: string): string {
  const bits = known.get(address) ?? workOut(address);
  known.set(address, bits);
  return bits;
}

function workOut(address: string): string {
  if (!address.includes(':')) {
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  }
  const [left = '', right = ''] = address.split('::');
  const words = (side: string): string[] => (side === '' ? [] : side.split(':'));
  const missing = 8 - words(left).length - words(right).length;
  return [...words(left), ...Array<string>(missing).fill('0'), ...words(right)]
    .map((word) => parseInt(word, 16).toString(2).padStart(16, '0'))
    .join('');
}

function isMeant(rule: OracleRule, address: string): boolean {
  if (rule.ipAddress === null) return true;
  const [range = '', length] = rule.ipAddress.split('/');
  if (range.includes(':') !== address.includes(':')) return false;
  const [of, its] = [toBits(range), toBits(address)];
  const count = length === undefined ? of.length : Number(length);
  return of.slice(0, count) === its.slice(0, count);
}

function isAboutPort(rule: OracleRule, port: number): boolean {
  const [from, to = from] = rule.port.split('-');
  return rule.protocol === 'tcp' && Number(from) <= port && port <= Number(to);
}

/** Whether a connection from an address can reach a port. */
export function getsThrough(rules: readonly OracleRule[], address: string, port: number): boolean {
  let isAccepted = false;
  for (const rule of rules) {
    if (!isAboutPort(rule, port) || !isMeant(rule, address)) continue;
    if (rule.firewallAction !== null && rule.firewallAction !== 'accept') return false;
    isAccepted = true;
  }
  return isAccepted;
}

/** A rule of which only a part may be known: what is absent may mean anything. */
export type PartlyKnownRule = Partial<OracleRule>;

/** The rules that a partly known one may be, as far as one address and port 22 are concerned. */
function readings(rule: PartlyKnownRule): OracleRule[] {
  const every = <T>(value: T | undefined, possible: readonly T[]): readonly T[] =>
    value === undefined ? possible : [value];
  return every(rule.port, ['22', '9']).flatMap((port) =>
    every(rule.protocol, ['tcp', 'udp']).flatMap((protocol) =>
      every(rule.ipAddress, [null, '255.255.255.254']).flatMap((ipAddress) =>
        every(rule.firewallAction, ['accept', 'reject']).map((firewallAction) => {
          return { port, protocol, ipAddress, firewallAction };
        }),
      ),
    ),
  );
}

/** Cached results, because there are few rules and addresses. */
const different = new Map<string, readonly OracleRule[]>();

/** Readings that differ for an address: each stands for all that accept, reject or ignore it. */
function differentReadings(
  rule: PartlyKnownRule,
  address: string,
  port: number,
): readonly OracleRule[] {
  const key = JSON.stringify([rule, address, port]);
  const readingsOfIt = different.get(key) ?? workOutReadings(rule, address, port);
  different.set(key, readingsOfIt);
  return readingsOfIt;
}

function workOutReadings(rule: PartlyKnownRule, address: string, port: number): OracleRule[] {
  const open = { port: String(port), protocol: 'tcp', ipAddress: null, firewallAction: 'accept' };
  const found = new Map(
    readings(rule).map((each) => [
      `${getsThrough([each], address, port)} ${getsThrough([open, each], address, port)}`,
      each,
    ]),
  );
  return [...found.values()];
}

/** Whether an address may lose a port by a change, in any reading of the rules. */
export function mayLose(
  change: {
    readonly kept: readonly PartlyKnownRule[];
    readonly removed: readonly PartlyKnownRule[];
    readonly added: readonly PartlyKnownRule[];
    readonly isDeployed: boolean;
  },
  address: string,
  port: number,
): boolean {
  const { kept, removed, added, isDeployed } = change;
  const count = { before: kept.length + removed.length, kept: kept.length };
  const worlds = [...kept, ...removed, ...added].reduce<OracleRule[][]>(
    (all, rule) =>
      all.flatMap((some) => differentReadings(rule, address, port).map((each) => [...some, each])),
    [[]],
  );
  return worlds.some((world) => {
    const before = world.slice(0, count.before);
    const after = [...world.slice(0, count.kept), ...world.slice(count.before)];
    const isReachable = isDeployed || getsThrough(before, address, port);
    return isReachable && !getsThrough(after, address, port);
  });
}

/** A key as the service lists it. */
export interface OracleKey {
  readonly id: number;
  readonly user: unknown;
  readonly temporary: boolean;
}

/** A server's logins as returned by the service. */
export interface OracleServer {
  readonly passwordlessLogin: boolean;
  readonly preventRootLogin: boolean;
  readonly users: readonly string[];
  readonly keys: readonly OracleKey[];
}

/** Whether anyone can certainly log in: tries each user with a password and with each key. */
export function someoneLogsIn(server: OracleServer): boolean {
  for (const user of new Set(['root', ...server.users])) {
    if (user === 'root' && server.preventRootLogin) continue;
    if (!server.passwordlessLogin) return true;
    for (const key of server.keys) if (key.user === user && !key.temporary) return true;
  }
  return false;
}
