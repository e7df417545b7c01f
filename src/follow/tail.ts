import { countNew, findOffset, reaches, withoutKnown } from './alignment';
import type { EventLine } from './eventLine';

/** How many lines are kept for finding the place of a page. */
const mostLines = 1_000;

/** How many pages are read to find where the known lines begin. */
const mostPages = 25;

/** A page of a log, the newest line first. */
export interface LogPage {
  readonly number: number;
  readonly perPage: number;
  /** How many lines there are, if the service says so. */
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly lines: readonly EventLine[];
}

/** What a page brought. */
interface TailStep {
  /** Lines that weren't known, the oldest first. */
  readonly lines: readonly EventLine[];
  /** Whether lines before them are missing. */
  readonly isAfterGap: boolean;
  /** The page to read next. */
  readonly next: number;
}

/** Lines that were read before it is known where they belong, the newest first. */
interface Gap {
  readonly lines: readonly EventLine[];
  /** How many lines there were when the first of them was read. */
  readonly total: number | undefined;
}

/**
 * The newest part of a log whose pages shift while they are read. Lines have no ids, so a page is
 * laid over the known lines where they agree; if it doesn't reach them, the next page is needed.
 */
export class Tail {
  /** The newest line first; undefined before the first page. */
  #known: readonly EventLine[] | undefined;
  #total: number | undefined;
  #gap: Gap | undefined;

  /** Takes the page that was asked for: the first one, or the one that the last step named. */
  take(page: LogPage): TailStep {
    const read = this.#gap ? extend(this.#gap, page) : { lines: page.lines, total: page.total };
    const known = this.#known;
    if (!known) return this.#finish(read, read.lines, []);
    const count = countNew(read.lines, known, grownBy(read.total, this.#total));
    if (count !== undefined) {
      const older = known.slice(read.lines.length - count);
      return this.#finish(read, read.lines.slice(0, count), older);
    }
    const isEnd = page.isLast || page.lines.length === 0;
    const isMet = reaches(read.lines, known);
    if (!isEnd && !isMet && page.number < mostPages) {
      this.#gap = read;
      return { lines: [], isAfterGap: false, next: page.number + 1 };
    }
    const isAfterGap = !isEnd && !isMet;
    return { ...this.#finish(read, withoutKnown(read.lines, known), []), isAfterGap };
  }

  /** Starts again with the first page: what was read of a gap is read anew. */
  restart(): void {
    this.#gap = undefined;
  }

  #finish(
    { lines, total }: Gap,
    added: readonly EventLine[],
    older: readonly EventLine[],
  ): TailStep {
    this.#known = [...lines, ...older].slice(0, mostLines);
    this.#total = total;
    this.#gap = undefined;
    return { lines: added.toReversed(), isAfterGap: false, next: 1 };
  }
}

/** Adds a page that was read after others, between which lines may have arrived. */
function extend({ lines, total }: Gap, page: LogPage): Gap {
  const shift = grownBy(page.total, total);
  const expected = shift === undefined ? undefined : (page.number - 1) * page.perPage - shift;
  const offset = findOffset(lines, page.lines, expected);
  return { lines: [...lines.slice(0, offset), ...page.lines.slice(Math.max(0, -offset))], total };
}

function grownBy(total: number | undefined, before: number | undefined): number | undefined {
  return total === undefined || before === undefined ? undefined : total - before;
}
