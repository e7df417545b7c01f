import { ApiError, type ApiErrorReason } from './errors';
import { isObject } from '../base/json';

export type PageOutcome<T> =
  | {
      readonly number: number;
      readonly page: Page<T>;
      /** Number of items possibly missed because others were deleted meanwhile; defaults to 0. */
      readonly slipped?: number;
    }
  | { readonly number: number; readonly error: unknown };

export interface Collected<T> {
  readonly items: readonly T[];
  readonly failures: readonly { readonly number: number; readonly error: unknown }[];
  /** Items that the service counts but didn't return, or may not have because the list changed. */
  readonly missing: number;
}

const pagingEndReasons: ReadonlySet<ApiErrorReason> = new Set([
  'cancelled',
  'unauthorized',
  'forbidden',
  'rateLimited',
  'unsupported',
]);

/** A service that counts more pages than it has must not be asked for all of them. */
const mostFailuresInARow = 5;

const mostRounds = 3;

/**
 * Reads a list page by page, in order, several at a time if the first page gives the count. An
 * empty page ends the list, regardless of the service's counts; so does a page with nothing new, as sent
 * by services that ignore `page`. Pages that fail are skipped, unless the next ones are certain to
 * fail as well.
 *
 * Items that are deleted meanwhile shift later ones to pages that were already read. If the total
 * shows this, the list is read again and yields what is new: new items may hide how many were
 * deleted, and where. Without counts, a page that repeats earlier items only shows that some may be
 * missing.
 */
export async function* readPages<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  concurrency: number,
): AsyncGenerator<PageOutcome<T>, void, undefined> {
  const seen = new Set<unknown>();
  const lines: unknown[] = [];
  let total: number | undefined;
  let lastPage = Number.POSITIVE_INFINITY;
  for (let rounds = 1; rounds <= mostRounds; rounds += 1) {
    const isFirst = rounds === 1;
    let stale = 0;
    let highest = total;
    let slipped = 0;
    let to = 1;
    for await (const outcome of readRound(fetchPage, concurrency, lastPage)) {
      if (!('page' in outcome)) {
        yield outcome;
        continue;
      }
      const { items } = outcome.page;
      const grown = total === undefined ? undefined : (outcome.page.total ?? total) - total;
      const repeated = isFirst ? countRepeated(lines, items, grown) : 0;
      total = outcome.page.total ?? total;
      const isShifted = total === undefined && items.some((item) => seen.has(toIdentity(item)));
      slipped = Math.max(slipped, Number(isShifted), (highest ?? 0) - (total ?? 0));
      const fresh = unseen(items.slice(repeated), seen, isFirst);
      lines.push(...fresh.map(toIdentity));
      const page = { ...outcome.page, items: fresh };
      highest = Math.max(highest ?? 0, total ?? 0);
      to = page.number;
      yield { number: page.number, page, slipped };
      stale = fresh.length === 0 ? stale + 1 : 0;
      // After deletions, pages answered before and after overlap.
      if (isFirst && stale > (slipped === 0 || total === undefined ? 0 : concurrency)) break;
    }
    if (slipped === 0 || total === undefined) return;
    lastPage = to;
  }
}

/** @param to last page to read, unless the list ends before. */
async function* readRound<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  concurrency: number,
  to: number,
): AsyncGenerator<PageOutcome<T>, void, undefined> {
  const ahead: Promise<PageOutcome<T>>[] = [];
  let lastPage = 1;
  let requested = 0;
  let failuresInARow = 0;
  const request = (): void => {
    const number = (requested += 1);
    ahead.push(
      fetchPage(number).then(
        (page) => ({ number, page }),
        (error: unknown) => ({ number, error }),
      ),
    );
  };

  request();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const outcome = await next;
    yield outcome;
    if (!('page' in outcome)) {
      failuresInARow += 1;
      const { number, error } = outcome;
      if (number === 1 || (error instanceof ApiError && pagingEndReasons.has(error.reason))) return;
      if (failuresInARow === mostFailuresInARow) return;
    } else {
      failuresInARow = 0;
      const { page } = outcome;
      if (page.items.length === 0) return;
      // A list that grows while being read gets longer; use the newest count.
      lastPage = page.isLast ? page.number : Math.max(page.totalPages ?? 0, page.number + 1);
    }
    while (requested < Math.min(lastPage, to) && ahead.length < concurrency) request();
  }
}

/** Skips pages that fail. @throws the error of the first page. */
export async function collect<T>(
  pages: AsyncIterable<PageOutcome<T>>,
  onProgress?: (page: Page<T>) => void,
): Promise<Collected<T>> {
  const items: T[] = [];
  const failures: { number: number; error: unknown }[] = [];
  let total: number | undefined;
  let slipped = 0;
  let unreadable = 0;
  let last: Page<T> | undefined;
  for await (const outcome of pages) {
    if ('page' in outcome) {
      last = outcome.page;
      unreadable += last.unreadable ?? 0;
      slipped = outcome.slipped ?? 0;
      items.push(...outcome.page.items);
      total = outcome.page.total ?? total;
      onProgress?.(outcome.page);
    } else if (outcome.number === 1) {
      throw outcome.error;
    } else {
      failures.push(outcome);
    }
  }
  const unseen = total === undefined ? Number(isBeforeEnd(last)) : total - items.length;
  return { items, failures, missing: Math.max(slipped, unreadable, unseen) };
}

/** The same, for lists of which no page may be left out. @throws the error of the first page that failed. */
export async function collectAll<T>(
  pages: AsyncIterable<PageOutcome<T>>,
): Promise<Pick<Collected<T>, 'items' | 'missing'>> {
  const { failures, ...list } = await collect(pages);
  const [failure] = failures;
  if (failure) throw failure.error;
  return list;
}

function isBeforeEnd(last: Page<unknown> | undefined): boolean {
  return last !== undefined && (!last.isLast || (last.totalPages ?? 0) > last.number);
}

/**
 * How many lines at the start of a page were at the end of those before it. Lines have no ids, so equal
 * ones are told apart by their place.
 * @param grown by how many the service's count grew, which decides between equal lines.
 */
export function countRepeated(
  before: readonly unknown[],
  page: readonly unknown[],
  grown?: number,
): number {
  if (!isLine(page[0])) return 0;
  const meets = (count: number): boolean =>
    page
      .slice(0, count)
      .every((line, index) => toIdentity(line) === before[before.length - count + index]);
  if (grown !== undefined && grown >= 0 && grown <= before.length && meets(grown)) return grown;
  let count = Math.min(before.length, page.length);
  while (!meets(count)) count -= 1;
  return count;
}

/** True for an item without an id, such as a log entry. */
function isLine(item: unknown): boolean {
  return isObject(item) && !hasId(item);
}

/**
 * Items that no earlier page had: in a list that changes, items shift between pages.
 * @param keepsLines whether lines equal to earlier ones count as separate lines.
 */
function unseen<T>(items: readonly T[], seen: Set<unknown>, keepsLines: boolean): readonly T[] {
  const fresh = items.filter((item) => {
    const isNew = (keepsLines && isLine(item)) || !seen.has(toIdentity(item));
    if (hasId(item)) seen.add(item.id);
    return isNew;
  });
  // Items without an id, such as log entries, may legitimately occur twice on a page.
  for (const item of fresh) seen.add(toIdentity(item));
  return fresh;
}

function toIdentity(item: unknown): unknown {
  return hasId(item) ? item.id : JSON.stringify(item);
}

function hasId(item: unknown): item is { readonly id: unknown } {
  return isObject(item) && 'id' in item;
}

/** The service's maximum page size (API §8 rule 1). */
export const largestPage = 40;

/** One page of a list, read leniently: `meta` may be missing, and the list may be a bare array. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly number: number;
  /** Size of a full page; a service may lower it. */
  readonly perPage: number;
  /** Size of the whole list, if the service reports it (API §4 endpoint 5). */
  readonly total: number | undefined;
  readonly totalPages: number | undefined;
  readonly isLast: boolean;
  /** Number of entries left out because they have no id; defaults to 0. */
  readonly unreadable?: number;
}

interface RawPage {
  readonly items: unknown;
  readonly total: number | undefined;
  readonly perPage: number | undefined;
  readonly totalPages: number | undefined;
}

/**
 * Splits a list answer: `{data, meta: {pagination}}` (API §4 rule 3), `{data, meta}` or `{data}`
 * with the counts in another place or under another name, or a bare array; also within another
 * envelope.
 */
export function openEnvelope(json: unknown): RawPage {
  if (!isObject(json)) return { items: json, ...readCounts([]) };
  const { data, meta } = json;
  if (isObject(data) && Array.isArray(data['data'])) return openEnvelope(data);
  const places = isObject(meta) ? [meta['pagination'], meta, json] : [json];
  return { items: data, ...readCounts(places.filter(isObject)) };
}

/** The paging information, each count from the first place that has it. */
function readCounts(places: readonly Readonly<Record<string, unknown>>[]): Omit<RawPage, 'items'> {
  const find = (...names: readonly string[]): number | undefined => {
    for (const place of places) {
      for (const name of names) {
        const count = parseCount(place[name]);
        if (count !== undefined) return count;
      }
    }
    return undefined;
  };
  return {
    total: find('total'),
    perPage: find('per_page', 'perPage'),
    totalPages: find('total_pages', 'totalPages', 'last_page', 'lastPage'),
  };
}

/** @param asked requested page size. */
export function toPage<T>(
  items: readonly T[],
  raw: RawPage,
  number: number,
  asked: number,
  unreadable = 0,
): Page<T> {
  const count = items.length + unreadable;
  const isLast = count === 0 || !hasMore(count, raw, number, asked);
  const isWhole = isLast && number === 1 && (raw.totalPages ?? 1) <= 1;
  return {
    items,
    number,
    perPage: raw.perPage || asked,
    total: raw.total ?? (isWhole ? count : undefined),
    totalPages: raw.totalPages ?? (isWhole ? 1 : undefined),
    isLast,
    ...(unreadable > 0 ? { unreadable } : {}),
  };
}

/**
 * Whether another page may follow. After a full page, a count of pages that are too few for the total
 * is wrong. Without counts, a full page may have a successor (API §4 rule 1); a page with more items
 * than requested is the whole of an unpaged list.
 */
function hasMore(count: number, raw: RawPage, number: number, asked: number): boolean {
  const size = raw.perPage || asked;
  const isTooFew = count >= size && number * size < (raw.total ?? 0);
  if (raw.totalPages !== undefined) return number < raw.totalPages || isTooFew;
  if (raw.perPage) return count >= raw.perPage;
  if (raw.total === undefined) return count === asked;
  // Page size unknown: only the first page can be the whole list, and only an empty one the end.
  return number > 1 || count < raw.total;
}

/** Some services echo `perPage` as a string, just as it was in the query. */
function parseCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
