import { isObject } from '../shared/json';

/** The largest page that the service gives (reference §8 rule 1). */
export const largestPage = 40;

/** One page of a list, read leniently: `meta` may be missing, the list may be a bare array. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The page's number, from 1. */
  readonly number: number;
  /** How many items a full page holds, which a service may lower. */
  readonly perPage: number;
  /** How many items the list has, where the service tells (reference §4 endpoint 5). */
  readonly total: number | undefined;
  readonly totalPages: number | undefined;
  /** Whether no page follows. */
  readonly isLast: boolean;
}

/** The items of a list answer before they are checked, and what `meta.pagination` says. */
export interface RawPage {
  readonly items: unknown;
  readonly pagination: Readonly<Record<string, unknown>>;
  /** A list that has no pages: everything came at once. */
  readonly isWhole: boolean;
}

/** Splits `{data, meta: {pagination}}` (reference §4 rule 3), a list without `meta`, or a bare array. */
export function openEnvelope(json: unknown): RawPage {
  if (!isObject(json)) return { items: json, pagination: {}, isWhole: true };
  const pagination = isObject(json['meta']) ? json['meta']['pagination'] : undefined;
  return isObject(pagination)
    ? { items: json['data'], pagination, isWhole: false }
    : { items: json['data'], pagination: {}, isWhole: true };
}

/** Puts checked items and their paging together. */
export function toPage<T>(
  items: readonly T[],
  raw: RawPage,
  number: number,
  asked: number,
): Page<T> {
  const perPage = readCount(raw.pagination['per_page']) || asked;
  const totalPages = readCount(raw.pagination['total_pages']);
  const isLast =
    raw.isWhole ||
    items.length === 0 ||
    (totalPages === undefined ? items.length < perPage : number >= totalPages);
  return {
    items,
    number,
    perPage,
    total: raw.isWhole ? items.length : readCount(raw.pagination['total']),
    totalPages: raw.isWhole ? 1 : totalPages,
    isLast,
  };
}

/** Some services echo `perPage` as the text that it was in the query. */
function readCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
