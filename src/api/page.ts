import { isObject } from '../base/json';

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
