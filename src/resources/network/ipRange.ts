type IpFamily = 4 | 6;

/** Consecutive addresses of one family, inclusive. */
interface IpRange {
  readonly family: IpFamily;
  readonly first: bigint;
  readonly last: bigint;
}

const widths = { 4: 32, 6: 128 } as const;

function wholeFamily(family: IpFamily): IpRange {
  return { family, first: 0n, last: (1n << BigInt(widths[family])) - 1n };
}

/** Such as `192.0.2.7` or `2001:db8::/32`; undefined if it isn't valid. */
export function parseIpRange(text: string): IpRange | undefined {
  const trimmed = text.trim();
  if (!isIpOrRange(trimmed)) return undefined;
  const [address = '', bits] = trimmed.split('/');
  const family = address.includes(':') ? 6 : 4;
  const free = BigInt(bits === undefined ? 0 : widths[family] - Number(bits));
  const number = family === 4 ? joinParts(address.split('.'), 10, 8n) : parseV6(address);
  const first = (number >> free) << free;
  return { family, first, last: first + (1n << free) - 1n };
}

/** The fewest CIDR blocks that cover a range, as text; a single address has no `/32` or `/128`. */
function toBlocks({ family, first, last }: IpRange): string[] {
  const blocks: string[] = [];
  for (let at = first; at <= last;) {
    let free = 0n;
    while (free < widths[family] && at % (2n << free) === 0n && at + (2n << free) - 1n <= last) {
      free += 1n;
    }
    const bits = widths[family] - Number(free);
    blocks.push(`${toAddress(family, at)}${free === 0n ? '' : `/${bits}`}`);
    at += 1n << free;
  }
  return blocks;
}

function joinParts(parts: readonly string[], radix: 10 | 16, width: bigint): bigint {
  return parts.reduce((sum, part) => (sum << width) + BigInt(parseInt(part, radix)), 0n);
}

function parseV6(address: string): bigint {
  const [head = '', tail] = hostOf(address).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const [start, end] = [left ?? [], right ?? []];
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return joinParts([...start, ...zeros, ...end], 16, 16n);
}

function toAddress(family: IpFamily, number: bigint): string {
  const [count, width] = family === 4 ? [4, 8n] : [8, 16n];
  const parts = Array.from({ length: count }, (_, index) =>
    BigInt.asUintN(Number(width), number >> (width * BigInt(count - 1 - index))),
  );
  return family === 4 ? parts.join('.') : hostOf(parts.map((part) => part.toString(16)).join(':'));
}

function hostOf(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

export function isIp(text: string): boolean {
  return isIpV4(text) || isIpV6(text);
}

/** Also true for a range in CIDR form, such as 192.0.2.0/24. */
export function isIpOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !isIp(address)) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIpV4(address) ? 32 : 128))
  );
}

function isIpV4(text: string): boolean {
  return (
    /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256)
  );
}

function isIpV6(text: string): boolean {
  return /^[\da-f.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`);
}

/** A set of addresses: sorted ranges, separate for each family. */
export type Reach = readonly IpRange[];

const families: readonly IpFamily[] = [4, 6];

export const everywhere: Reach = families.map(wholeFamily);

/** The union of ranges, as ranges that neither overlap nor touch. */
export function unite(ranges: readonly IpRange[]): Reach {
  return families.flatMap((family) => {
    const united: IpRange[] = [];
    const own = ranges.filter((range) => range.family === family);
    for (const range of own.toSorted((a, b) => compareAddresses(a.first, b.first))) {
      const before = united.at(-1);
      if (before && range.first <= before.last + 1n) {
        const last = before.last > range.last ? before.last : range.last;
        united[united.length - 1] = { ...before, last };
      } else {
        united.push(range);
      }
    }
    return united;
  });
}

export function subtract(from: Reach, taken: readonly IpRange[]): Reach {
  const gaps = unite(taken);
  // Both are sorted, so a gap that ends before one range ends before all others.
  let next = 0;
  return from.flatMap((range) => {
    const left: IpRange[] = [];
    let { first } = range;
    for (let gap = gaps[next]; gap && !isBehind(gap, range); gap = gaps[(next += 1)]) {
      if (gap.family !== range.family || gap.last < first) continue;
      if (gap.first > first) left.push({ ...range, first, last: gap.first - 1n });
      first = gap.last + 1n;
      if (first > range.last) break;
    }
    return first <= range.last ? [...left, { ...range, first }] : left;
  });
}

function isBehind(one: IpRange, other: IpRange): boolean {
  return one.family === other.family ? one.first > other.last : one.family > other.family;
}

export function contains(reach: Reach, address: string): boolean {
  const wanted = parseIpRange(address);
  return reach.some(
    ({ family, first, last }) =>
      family === wanted?.family && first <= wanted.first && wanted.last <= last,
  );
}

/** The name of a part of a set: a whole family, or a CIDR block. */
type ReachName = IpFamily | string;

export function reachNames(reach: Reach): ReachName[] {
  return reach.flatMap((range): ReachName[] => {
    const whole = wholeFamily(range.family);
    const isWhole = range.first === whole.first && range.last === whole.last;
    return isWhole ? [range.family] : toBlocks(range);
  });
}

function compareAddresses(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}
