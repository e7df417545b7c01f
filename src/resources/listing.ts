import type { Resource, ResourceId } from './kinds/kind';
import type { Page } from '../api/page';

/** As much of a collection as was read. */
export interface Listing {
  readonly items: readonly Resource[];
  /** The last page that was read; infinite where all were. */
  readonly pages: number;
  /** How many there are, where the service tells. */
  readonly total: number | undefined;
  readonly isComplete: boolean;
  /** How many are known to be missing although all pages were asked for. */
  readonly missing: number;
  /**
   * Whether it may be shown without asking again: `outdated` was refreshed by the person and is to be
   * read again as far as it was; `restored` is from an earlier session, and its first page tells enough.
   */
  readonly freshness: 'fresh' | 'outdated' | 'restored';
}

/** A listing with one more page; an item that moved between pages meanwhile stays once. */
export function append(known: Listing | undefined, page: Page<Resource>): Listing {
  const ids = new Set(known?.items.map((item) => item['id']));
  const added = page.items.filter((item) => item['id'] === undefined || !ids.has(item['id']));
  const items = [...(known?.items ?? []), ...added];
  return {
    items,
    pages: page.number,
    total: page.total,
    isComplete: page.isLast,
    missing: page.isLast ? Math.max(0, (page.total ?? 0) - items.length) : 0,
    freshness: 'fresh',
  };
}

/** A listing of which all pages were read. */
export function completeListing(items: readonly Resource[], missing: number): Listing {
  return {
    items,
    pages: Number.POSITIVE_INFINITY,
    total: items.length + missing,
    isComplete: true,
    missing,
    freshness: 'fresh',
  };
}

/**
 * A listing of an earlier session after its first page was read again: what the page shows is taken
 * over; where the service still counts as many and begins with the same ones, the rest is kept.
 */
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

/** The item with this id. */
export function findItem(listing: Listing, id: ResourceId | undefined): Resource | undefined {
  let byId = indexes.get(listing.items);
  if (!byId) {
    byId = new Map(listing.items.map((item) => [item['id'], item]));
    indexes.set(listing.items, byId);
  }
  return byId.get(id);
}

const indexes = new WeakMap<readonly Resource[], ReadonlyMap<unknown, Resource>>();
