import type { EventLine } from './eventLine';

type Lines = readonly EventLine[];

/**
 * How many of the read lines are newer than all known ones; undefined if the two lists don't
 * overlap. Both have the newest line first.
 * @param expected the number according to the service's count of lines, which decides between equal
 *   lines.
 */
export function countNew(read: Lines, known: Lines, expected?: number): number | undefined {
  const fits = (count: number): boolean => agree(read, count, known, 0);
  if (expected !== undefined && expected >= 0 && expected < read.length && fits(expected)) {
    return known.length > 0 ? expected : undefined;
  }
  if (known.length === 0) return undefined;
  const count = read.findIndex((_, index) => fits(index));
  if (count === -1) return undefined;
  return isBeyond(read, expected) && !isConvincing(read.slice(count)) ? undefined : count;
}

/**
 * Where the lines of a later page begin among those that were read before: at their end if they
 * don't overlap, and before their start if the page has newer lines, even if it has no others.
 * @param expected the place according to the service's count of lines.
 */
export function findOffset(read: Lines, page: Lines, expected?: number): number {
  const fits = (offset: number): boolean =>
    offset < 0 ? agree(page, -offset, read, 0) : agree(read, offset, page, 0);
  const mostBefore = -page.length;
  if (expected !== undefined && expected > mostBefore && expected <= read.length) {
    if (fits(expected)) return expected;
  }
  const isNewer = expected !== undefined && expected <= mostBefore;
  // Smallest shift first.
  for (let offset = read.length - 1; offset > mostBefore; offset -= 1) {
    if (!fits(offset)) continue;
    return isNewer && !isConvincing(page.slice(Math.max(0, -offset))) ? expected : offset;
  }
  return isNewer ? expected : read.length;
}

/** How many known lines a page must contain to count as reaching them. */
const enough = 3;

/**
 * Whether lines reach the known ones, though in another order: services sort lines of the same
 * second as they like. Lines without a time are too alike for that.
 * @param expected how many lines are new according to the service's count.
 */
export function reaches(read: Lines, known: Lines, expected?: number): boolean {
  const keys = countByKey(known);
  const found = read.filter(({ key }) => keys.has(key));
  if (isBeyond(read, expected)) return isConvincing(found);
  return found.length > 0 && found.length >= Math.min(enough, keys.size);
}

/** The lines down to the last known one, without as many of each as are known. */
export function withoutKnown(read: Lines, known: Lines): Lines {
  const left = countByKey(known);
  const last = read.findLastIndex(({ key }) => left.has(key));
  const rest = last === -1 ? read : read.slice(0, last + 1);
  // From the oldest on, so that the newest of several equal lines counts as new.
  return rest
    .toReversed()
    .filter(({ key }) => {
      const count = left.get(key) ?? 0;
      left.set(key, count - 1);
      return count <= 0;
    })
    .toReversed();
}

/** Whether all lines that were read are new, according to the service's count. */
function isBeyond(read: Lines, expected: number | undefined): boolean {
  return expected !== undefined && expected >= read.length;
}

/** Whether lines that agree outweigh the service's count: those of one second may all be equal. */
function isConvincing(lines: Lines): boolean {
  return countByKey(lines).size >= enough;
}

function countByKey(lines: Lines): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key, at } of lines) {
    if (at !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Whether two lists agree from a place in each up to the end of the shorter one. */
function agree(one: Lines, from: number, other: Lines, start: number): boolean {
  const length = Math.min(one.length - from, other.length - start);
  for (let index = 0; index < length; index += 1) {
    if (one[from + index]?.key !== other[start + index]?.key) return false;
  }
  return true;
}
