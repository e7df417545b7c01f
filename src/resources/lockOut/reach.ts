import { type IpFamily, type IpRange, toBlocks, wholeFamily } from '../network/ipRange';

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
  return from.flatMap((range) => {
    const left: IpRange[] = [];
    let { first } = range;
    for (const gap of gaps.filter(({ family }) => family === range.family)) {
      if (gap.last < first || gap.first > range.last) continue;
      if (gap.first > first) left.push({ ...range, first, last: gap.first - 1n });
      first = gap.last + 1n;
    }
    return first <= range.last ? [...left, { ...range, first }] : left;
  });
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
