import { ApiError, type ApiErrorReason } from './errors';
import type { Page } from './page';
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

/** Failures that make it pointless to request further pages. */
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
 * shows this, those pages are read again and yield what is new. New items may hide how many were
 * deleted: a reread that begins with unseen ones is repeated from the first page. Without counts,
 * a page that repeats earlier items only shows that some may be missing.
 */
export async function* readPages<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  concurrency: number,
): AsyncGenerator<PageOutcome<T>, void, undefined> {
  const seen = new Set<unknown>();
  let total: number | undefined;
  let round: Round = { from: 1, to: Number.POSITIVE_INFINITY };
  for (let rounds = 1; rounds <= mostRounds; rounds += 1) {
    const isFirst = rounds === 1;
    let shrunkAt: number | undefined;
    let perPage = 1;
    let stale = 0;
    let highest = total;
    let slipped = 0;
    let isApart = false;
    let to = round.from;
    for await (const outcome of readRound(fetchPage, concurrency, round)) {
      if (!('page' in outcome)) {
        yield outcome;
        continue;
      }
      const isKnown = (item: T | undefined): boolean => seen.has(toIdentity(item));
      const { items } = outcome.page;
      isApart ||= outcome.number === round.from && round.from > 1 && !isKnown(items[0]);
      total = outcome.page.total ?? total;
      const isShifted = isApart || (total === undefined && items.some(isKnown));
      slipped = Math.max(slipped, Number(isShifted));
      const page = { ...outcome.page, items: unseen(items, seen) };
      const fewer = (highest ?? 0) - (total ?? 0);
      if (fewer > 0) {
        shrunkAt ??= page.number;
        slipped = Math.max(slipped, fewer);
      }
      highest = Math.max(highest ?? 0, total ?? 0);
      to = page.number;
      perPage = page.perPage;
      yield { number: page.number, page, slipped };
      stale = page.items.length === 0 ? stale + 1 : 0;
      // After deletions, pages answered before and after overlap.
      if (isFirst && stale > (shrunkAt === undefined ? 0 : concurrency)) break;
    }
    if (shrunkAt === undefined && !isApart) return;
    // Items not read at that time have since moved forward by that many places.
    const from = isApart ? 1 : (shrunkAt ?? 1) - Math.ceil(slipped / perPage);
    round = { from: Math.max(1, from), to };
  }
}

interface Round {
  readonly from: number;
  /** Last page to read, unless the list ends before. */
  readonly to: number;
}

async function* readRound<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  concurrency: number,
  { from, to }: Round,
): AsyncGenerator<SettledPage<T>, void, undefined> {
  const ahead: Promise<SettledPage<T>>[] = [];
  let lastPage = from;
  let requested = from - 1;
  let failuresInARow = 0;
  const request = (): void => {
    requested += 1;
    ahead.push(settle(fetchPage, requested));
  };

  request();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const outcome = await next;
    yield outcome;
    if (!('page' in outcome)) {
      failuresInARow += 1;
      if (outcome.number === from || endsPaging(outcome.error)) return;
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

function isBeforeEnd(last: Page<unknown> | undefined): boolean {
  return last !== undefined && (!last.isLast || (last.totalPages ?? 0) > last.number);
}

type SettledPage<T> =
  | { readonly number: number; readonly page: Page<T> }
  | { readonly number: number; readonly error: unknown };

async function settle<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  number: number,
): Promise<SettledPage<T>> {
  try {
    return { number, page: await fetchPage(number) };
  } catch (error) {
    return { number, error };
  }
}

function endsPaging(error: unknown): boolean {
  return error instanceof ApiError && pagingEndReasons.has(error.reason);
}

/** Items that no earlier page had: in a list that changes, items shift between pages. */
function unseen<T>(items: readonly T[], seen: Set<unknown>): readonly T[] {
  const fresh = items.filter((item) => {
    const isNew = !seen.has(toIdentity(item));
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
