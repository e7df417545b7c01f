import type { Resource, ResourceId } from '../kinds/kind';
import type { Page } from '../../api/paging';

export interface Listing {
  readonly items: readonly Resource[];
  /** The last page read; infinite if all were. */
  readonly pages: number;
  /** Undefined if nothing counts the collection and the last page doesn't show the end. */
  readonly total: number | undefined;
  readonly isComplete: boolean;
  /** Number of items known to be missing although all pages were requested. */
  readonly missing: number;
  /** Number of entries left out because they have no id; defaults to 0. */
  readonly unreadable?: number;
  /**
   * Says whether it can be shown without another read. `outdated`: the person refreshed it, so it is
   * reread as far as it was read. `restored`: from an earlier session, and rereading the first page
   * is enough.
   */
  readonly freshness: 'fresh' | 'outdated' | 'restored';
}

export function append(known: Listing | undefined, page: Page<Resource>): Listing {
  const ids = new Set(known?.items.map((item) => item['id']));
  const isShifted = page.items.some(({ id }) => id !== undefined && ids.has(id));
  const added = page.items.filter(({ id }) => {
    const isNew = id === undefined || !ids.has(id);
    ids.add(id);
    return isNew;
  });
  const items = [...(known?.items ?? []), ...added];
  // A page with nothing new and no page count: the service has no pages and repeats the same one.
  const isCounted = page.total !== undefined && page.totalPages !== undefined;
  const isLast = page.isLast || (!isCounted && added.length === 0);
  return {
    items,
    pages: page.number,
    // A page that repeats items ends the list, but there may be more than the service returns.
    total: page.total ?? (page.isLast && !isShifted ? items.length : undefined),
    isComplete: isLast,
    missing: isLast ? Math.max(0, (page.total ?? 0) - items.length) : 0,
    ...countUnreadable([known, page]),
    freshness: 'fresh',
  };
}

export function countUnreadable(
  parts: readonly (Pick<Listing, 'unreadable'> | undefined)[],
): Pick<Listing, 'unreadable'> {
  const unreadable = parts.reduce((sum, part) => sum + (part?.unreadable ?? 0), 0);
  return unreadable > 0 ? { unreadable } : {};
}

/** True if a listing has all items, as far as the service's answers show. */
export function isWhole({ isComplete, missing, total, unreadable = 0 }: Listing): boolean {
  return isComplete && missing === 0 && total !== undefined && unreadable === 0;
}

/** True if items may be missing although all pages were read, apart from entries without an id. */
export function mayBeIncomplete({ isComplete, missing, total, unreadable = 0 }: Listing): boolean {
  return isComplete && (total === undefined || missing > unreadable);
}

export function completeListing(
  items: readonly Resource[],
  missing: number,
  last?: Page<Resource>,
): Listing {
  const isCounted = last === undefined || last.isLast || last.total !== undefined;
  return {
    items,
    pages: Number.POSITIVE_INFINITY,
    total: isCounted ? items.length + missing : undefined,
    isComplete: true,
    missing,
    freshness: 'fresh',
  };
}

/** If the total and the first items are unchanged, the rest is kept. */
export function renewFirstPage(known: Listing, page: Page<Resource>): Listing {
  const first = append(undefined, page);
  const isSame =
    page.total === known.total &&
    page.items.every((item, index) => item['id'] === known.items[index]?.['id']);
  return isSame && known.items.length > first.items.length
    ? {
        ...known,
        items: [...first.items, ...known.items.slice(first.items.length)],
        freshness: 'fresh',
      }
    : first;
}

export function findItem<Item extends { readonly id?: unknown }>(
  items: readonly Item[],
  id: ResourceId | undefined,
): Item | undefined {
  let byId = indexes.get(items);
  if (!byId) {
    byId = new Map(items.map((item) => [item.id, item]));
    indexes.set(items, byId);
  }
  return byId.get(id) as Item | undefined;
}

const indexes = new WeakMap<readonly unknown[], ReadonlyMap<unknown, unknown>>();
