import { ApiError, type ApiErrorReason } from './errors';
import type { Page } from './page';
import { isObject } from '../shared/json';

/** A page that arrived, or the reason why it did not. */
export type PageOutcome<T> =
  | { readonly number: number; readonly page: Page<T> }
  | { readonly number: number; readonly error: unknown };

/** A whole list, or as much of it as could be read, with what is missing. */
export interface Collected<T> {
  readonly items: readonly T[];
  /** Pages that could not be read, each with its error. */
  readonly failures: readonly { readonly number: number; readonly error: unknown }[];
  /** How many items the service counts but did not show, because the list changed meanwhile. */
  readonly missing: number;
}

/** Failures after which no other page is worth asking for. */
const finalReasons: ReadonlySet<ApiErrorReason> = new Set([
  'cancelled',
  'unauthorized',
  'forbidden',
  'rateLimited',
  'unsupported',
]);

/** A service that counts more pages than it has must not be asked for all of them in vain. */
const mostFailuresInARow = 5;

/**
 * Reads a list page by page, in order, several at once where the first page tells how many there
 * are. An empty page ends the list, whatever the service counted; so does one that brings nothing
 * new, which a service sends that ignores `page`. Pages that fail are passed over, unless the
 * failure is sure to befall the next ones too.
 */
export async function* readPages<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  concurrency: number,
): AsyncGenerator<PageOutcome<T>, void, undefined> {
  const seen = new Set<unknown>();
  const ahead: Promise<PageOutcome<T>>[] = [];
  let lastPage: number | undefined;
  let requested = 0;
  let failuresInARow = 0;
  const request = (): void => {
    requested += 1;
    ahead.push(settle(fetchPage, requested));
  };

  request();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const outcome = await next;
    if (!('page' in outcome)) {
      yield outcome;
      failuresInARow += 1;
      if (outcome.number === 1 || isFinal(outcome.error)) return;
      if (failuresInARow === mostFailuresInARow) return;
    } else {
      failuresInARow = 0;
      const page = { ...outcome.page, items: unseen(outcome.page.items, seen) };
      yield { number: page.number, page };
      if (page.items.length === 0) return;
      // A list that grows while it is read gets longer; the newest count is believed.
      lastPage = page.totalPages ?? (page.isLast ? page.number : page.number + 1);
    }
    while (requested < (lastPage ?? 0) && ahead.length < concurrency) request();
  }
}

/** Reads a whole list, going on past pages that fail. Throws what the first page threw. */
export async function collect<T>(
  pages: AsyncIterable<PageOutcome<T>>,
  onProgress?: (page: Page<T>) => void,
): Promise<Collected<T>> {
  const items: T[] = [];
  const failures: { number: number; error: unknown }[] = [];
  let total: number | undefined;
  for await (const outcome of pages) {
    if ('page' in outcome) {
      items.push(...outcome.page.items);
      total = outcome.page.total ?? total;
      onProgress?.(outcome.page);
    } else if (outcome.number === 1) {
      throw outcome.error;
    } else {
      failures.push(outcome);
    }
  }
  return { items, failures, missing: Math.max(0, (total ?? 0) - items.length) };
}

async function settle<T>(
  fetchPage: (number: number) => Promise<Page<T>>,
  number: number,
): Promise<PageOutcome<T>> {
  try {
    return { number, page: await fetchPage(number) };
  } catch (error) {
    return { number, error };
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && finalReasons.has(error.reason);
}

/** The items that no earlier page had: a list that changes shifts items from page to page. */
function unseen<T>(items: readonly T[], seen: Set<unknown>): readonly T[] {
  const fresh = items.filter((item) => {
    const isNew = !seen.has(toIdentity(item));
    if (hasId(item)) seen.add(item.id);
    return isNew;
  });
  // What has no id, such as a line of a log, may stand twice on a page and mean it.
  for (const item of fresh) seen.add(toIdentity(item));
  return fresh;
}

function toIdentity(item: unknown): unknown {
  return hasId(item) ? item.id : JSON.stringify(item);
}

function hasId(item: unknown): item is { readonly id: unknown } {
  return isObject(item) && 'id' in item;
}
