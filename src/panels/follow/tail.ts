import { countNew, findOffset, reaches, withoutKnown } from './alignment';
import type { EventLine } from './eventLine';

/** How many lines are kept for finding the place of a page. */
const mostLines = 1_000;

/** How many pages are read to find where the known lines begin. */
const mostPages = 25;

/** A page of a log, newest line first. */
export interface LogPage {
  readonly number: number;
  readonly perPage: number;
  /** How many lines there are, if the service reports it. */
  readonly total: number | undefined;
  readonly isLast: boolean;
  readonly lines: readonly EventLine[];
}

/** The result of taking a page. */
interface TailStep {
  /** New lines, oldest first. */
  readonly lines: readonly EventLine[];
  /** Whether lines before them are missing. */
  readonly isAfterGap: boolean;
  /** The page to read next. */
  readonly next: number;
}

/** Lines whose place isn't known yet, newest first. */
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
  /** Newest line first; undefined before the first page. */
  #known: readonly EventLine[] | undefined;
  #total: number | undefined;
  #gap: Gap | undefined;

  /** Takes the requested page: the first one, or the one that the last step named. */
  take(page: LogPage): TailStep {
    const read = this.#gap ? extend(this.#gap, page) : { lines: page.lines, total: page.total };
    const known = this.#known;
    if (!known) return this.#finish(read, read.lines, []);
    const expected = grownBy(read.total, this.#total);
    const count = countNew(read.lines, known, expected);
    if (count !== undefined) {
      const older = known.slice(read.lines.length - count);
      return this.#finish(read, read.lines.slice(0, count), older);
    }
    const isEnd = page.isLast || page.lines.length === 0;
    const isMet = reaches(read.lines, known, expected);
    if (!isEnd && !isMet && page.number < mostPages) {
      this.#gap = read;
      return { lines: [], isAfterGap: false, next: page.number + 1 };
    }
    const isAfterGap = !isEnd && !isMet;
    return { ...this.#finish(read, withoutKnown(read.lines, known), []), isAfterGap };
  }

  /** Starts again with the first page; a gap is read anew. */
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
  const start = Math.max(0, offset);
  const placed = page.lines.slice(start - offset);
  const rest = lines.slice(start + placed.length);
  return { lines: [...lines.slice(0, start), ...placed, ...rest], total };
}

function grownBy(total: number | undefined, before: number | undefined): number | undefined {
  return total === undefined || before === undefined ? undefined : total - before;
}
