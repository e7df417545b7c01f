import type { Facets } from './facets';
import { once } from '../../base/once';

export const groupings = ['none', 'provider', 'country', 'state', 'tag'] as const;
export type Grouping = (typeof groupings)[number];

/** Available sort orders; `service` is the order in which the service lists items. */
export const sortings = ['service', 'name', 'address', 'state', 'created'] as const;
export type Sorting = (typeof sortings)[number];

const collator = once(() => new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }));

/** Sorts stably: equal items stay in their original order. */
export function sortBy<T>(
  items: readonly T[],
  sorting: Sorting,
  toFacets: (item: T) => Facets,
): readonly T[] {
  if (sorting === 'service') return items;
  return items
    .map((item) => ({ item, value: toFacets(item)[sorting] }))
    .toSorted((a, b) => collator().compare(a.value, b.value))
    .map(({ item }) => item);
}

export function groupsOf(grouping: Exclude<Grouping, 'none'>, facets: Facets): readonly string[] {
  if (grouping !== 'tag') return [facets[grouping]];
  return facets.tags.length > 0 ? [...new Set(facets.tags)] : [''];
}

export function groupBy<T>(
  items: readonly T[],
  grouping: Exclude<Grouping, 'none'>,
  toFacets: (item: T) => Facets,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const name of groupsOf(grouping, toFacets(item))) {
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
  }
  const isLast = (name: string): number => (name === '' ? 1 : 0);
  return new Map(
    [...groups].toSorted(([a], [b]) => isLast(a) - isLast(b) || collator().compare(a, b)),
  );
}
