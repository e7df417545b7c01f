import { redactForms } from '../../api/credentials';
import type { Page } from '../../api/paging';
import { toVisible } from '../../base/foreignText';
import { toMoment } from '../../base/moment';
import type { Resource } from '../../resources/kinds/kind';

const mostLines = 1_000;

const mostPages = 25;

export type LogPage = Pick<Page<EventLine>, 'items' | 'number' | 'perPage' | 'total' | 'isLast'>;

interface TailStep {
  /** New lines, oldest first. */
  readonly lines: readonly EventLine[];
  readonly next: number;
}

/** Lines whose place isn't known yet, newest first. */
interface Gap {
  readonly lines: readonly EventLine[];
  /** How many lines there were when the first of them was read. */
  readonly total: number | undefined;
}

/**
 * Pages shift while they are read and lines have no ids, so a page is laid over the known lines
 * where they agree; if it doesn't reach them, the next page is needed.
 */
export class Tail {
  /** Newest line first; undefined before the first page. */
  #known: readonly EventLine[] | undefined;
  #total: number | undefined;
  #gap: Gap | undefined;
  #isDoubtful = false;

  take(page: LogPage): TailStep {
    const read = this.#gap ? extend(this.#gap, page) : { lines: page.items, total: page.total };
    const known = this.#known;
    if (!known) return this.#finish(read, read.lines, []);
    const isEnd = page.isLast || page.items.length === 0;
    const isOver = isEnd || page.number >= mostPages;
    const expected = grownBy(read.total, this.#total);
    const found = countNew(read.lines, known, expected);
    if (found && (found.isCertain || isOver || read.lines.length - found.count >= known.length)) {
      const added = read.lines.slice(0, found.count);
      const older = known.slice(read.lines.length - found.count);
      return this.#finish(read, found.isCertain ? added : this.#doubt(added), older);
    }
    const isMet = reaches(read.lines, known, expected);
    if (!isOver && (found || !isMet)) {
      this.#gap = read;
      return { lines: [], next: page.number + 1 };
    }
    const added = withoutKnown(read.lines, known);
    return this.#finish(read, isEnd || isMet ? added : this.#doubt(added), []);
  }

  /** Starts again with the first page; a gap is read anew. */
  restart(): void {
    this.#gap = undefined;
  }

  /** Marks the oldest of these lines, or, if there are none, of the next. */
  #doubt(added: Lines): Lines {
    this.#isDoubtful = true;
    return added;
  }

  #finish({ lines, total }: Gap, added: Lines, older: Lines): TailStep {
    const shown = this.#isDoubtful ? mark(added, added.length - 1) : added;
    if (added.length > 0) this.#isDoubtful = false;
    this.#known = [...lines, ...older].slice(0, mostLines);
    this.#total = total;
    this.#gap = undefined;
    return { lines: shown.toReversed(), next: 1 };
  }
}

function mark(lines: Lines, place: number): Lines {
  return lines.map((line, index) => (index === place ? { ...line, isAfterGap: true } : line));
}

/** Adds a page that was read after others, between which lines may have arrived. */
function extend({ lines, total }: Gap, page: LogPage): Gap {
  const shift = grownBy(page.total, total);
  const expected = shift === undefined ? undefined : (page.number - 1) * page.perPage - shift;
  const { offset, isCertain } = findPlace(lines, page.items, expected);
  const start = Math.max(0, offset);
  const placed = page.items.slice(start - offset);
  const kept = isCertain ? lines : mark(lines, lines.length - 1);
  const rest = placed.slice(Math.max(0, kept.length - start));
  return { lines: [...kept, ...rest], total };
}

function grownBy(total: number | undefined, before: number | undefined): number | undefined {
  return total === undefined || before === undefined ? undefined : total - before;
}

type Lines = readonly EventLine[];

/**
 * How many lines are new; undefined if the lists, newest first, don't overlap.
 * @param expected the number by the service's count, which decides between equal lines.
 */
function countNew(
  read: Lines,
  known: Lines,
  expected?: number,
): { readonly count: number; readonly isCertain: boolean } | undefined {
  const fits = (count: number): boolean => agree(read, count, known, 0);
  if (known.length === 0) return undefined;
  if (expected !== undefined && expected >= 0 && expected < read.length && fits(expected)) {
    return { count: expected, isCertain: true };
  }
  const count = read.findIndex((_, index) => fits(index));
  if (count === -1) return undefined;
  const overlap = read.slice(count, count + known.length);
  const isClear = isConvincing(overlap);
  if (isBeyond(read, expected) && !isClear) return undefined;
  const isOnly = !read.some((_, index) => index > count && fits(index));
  const isClose = isClear || (repeatsNone(read) && repeatsNone(known));
  return { count, isCertain: expected !== undefined || (isClose && isOnly) };
}

/** Where a page begins among lines, and whether it could begin nowhere else. */
interface Place {
  readonly offset: number;
  readonly isCertain: boolean;
}

/**
 * At the end if they don't overlap, and before the start if the page has newer lines.
 * @param expected the place according to the service's count of lines.
 */
function findPlace(read: Lines, page: Lines, expected?: number): Place {
  const fits = (offset: number): boolean =>
    offset < 0 ? agree(page, -offset, read, 0) : agree(read, offset, page, 0);
  const mostBefore = -page.length;
  // Smallest shift first.
  const offsets = Array.from(
    { length: read.length - 1 - mostBefore },
    (_, index) => read.length - 1 - index,
  ).filter(fits);
  if (expected === undefined) return findUncounted(read, page, offsets);
  if (expected > mostBefore && expected <= read.length && fits(expected)) {
    return { offset: expected, isCertain: true };
  }
  const isNewer = expected <= mostBefore;
  const [offset = isNewer ? expected : read.length] = offsets;
  const isUnlikely = isNewer && !isConvincing(page.slice(Math.max(0, -offset)));
  return { offset: isUnlikely ? expected : offset, isCertain: true };
}

/** The largest overlap, if there is any: a line may be left out then, but isn't shown twice. */
function findUncounted(read: Lines, page: Lines, offsets: readonly number[]): Place {
  const overlapAt = (offset: number): number =>
    Math.min(page.length + Math.min(0, offset), read.length - Math.max(0, offset));
  const [offset] = offsets.toSorted((one, other) => overlapAt(other) - overlapAt(one));
  if (offset === undefined) {
    const isNewer = (page[0]?.at ?? 0) > (read.at(-1)?.at ?? Number.POSITIVE_INFINITY);
    return { offset: isNewer ? -page.length : read.length, isCertain: true };
  }
  const overlap = page.slice(Math.max(0, -offset)).slice(0, overlapAt(offset));
  const isClose = isConvincing(overlap) || (repeatsNone(read) && repeatsNone(page));
  return { offset, isCertain: offsets.length === 1 && isClose };
}

/** How many known lines a page must contain to count as reaching them. */
const enough = 3;

/**
 * Services sort lines of the same second as they like; lines without a time are too alike for that.
 * @param expected how many lines are new according to the service's count.
 */
function reaches(read: Lines, known: Lines, expected?: number): boolean {
  const keys = countByKey(known);
  const found = read.filter(({ key }) => keys.has(key));
  if (isBeyond(read, expected)) return isConvincing(found);
  return found.length > 0 && found.length >= Math.min(enough, keys.size);
}

/** The lines down to the last known one, without as many of each as are known. */
function withoutKnown(read: Lines, known: Lines): Lines {
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

function isBeyond(read: Lines, expected: number | undefined): boolean {
  return expected !== undefined && expected >= read.length;
}

/** True if agreeing lines outweigh the service's count: those of one second may all be equal. */
function isConvincing(lines: Lines): boolean {
  return countByKey(lines).size >= enough;
}

/** True if all can be told apart, so that a single line shows where a page belongs. */
function repeatsNone(lines: Lines): boolean {
  return new Set(lines.map(({ key }) => key)).size === lines.length;
}

function countByKey(lines: Lines): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key, at } of lines) {
    if (at !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Compares two lists from a place in each up to the end of the shorter one. */
function agree(one: Lines, from: number, other: Lines, start: number): boolean {
  const length = Math.min(one.length - from, other.length - start);
  for (let index = 0; index < length; index += 1) {
    if (one[from + index]?.key !== other[start + index]?.key) return false;
  }
  return true;
}

const longestText = 2_000;

type EventLevel = 'information' | 'important' | 'warning';

/** A line of a log, as far as it can be told apart from others: the service gives it no id. */
export interface EventLine {
  /** Equal for lines that can't be told apart. */
  readonly key: string;
  /** When it happened, if the service gave a time. */
  readonly at: number | undefined;
  /** When it happened, as the service wrote it. */
  readonly time: string;
  readonly level: EventLevel;
  readonly levelText: string;
  readonly text: string;
  /** Set if lines between this one and the one before may be missing. */
  readonly isAfterGap?: true;
}

const levels: Readonly<Record<string, EventLevel>> = {
  Warning: 'warning',
  'High Priority Info': 'important',
};

export function toEventLine({ kind, content, created_at: createdAt }: Resource): EventLine {
  const moment = toMoment(createdAt);
  return {
    // Any other time may be relative, and then changes while the line stays the same.
    key: JSON.stringify([moment ?? '', kind, content]),
    at: moment === undefined ? undefined : Date.parse(moment),
    time: toVisible(createdAt ?? ''),
    level: levels[String(kind)] ?? 'information',
    levelText: toVisible(kind ?? ''),
    text: redactForms(toVisible(content, longestText)),
  };
}
