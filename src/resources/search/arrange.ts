import { formats } from '../../base/l10n';
import { once } from '../../base/lazy';
import type { Presentation, Resource } from '../kinds/kind';
import { nameProvider } from '../names/constants';
import { isObject } from '../../base/json';
import { toRaw } from '../../base/foreignText';

export interface Facets {
  readonly name: string;
  readonly address: string;
  readonly tags: readonly string[];
  readonly state: string;
  readonly provider: string;
  readonly country: string;
  readonly created: string;
  readonly id: string;
  /** What is updated automatically; absent if that isn't known. */
  readonly updates?: readonly ('security' | 'software')[];
}

export function facetsOf(resource: Resource, presentation: Presentation): Facets {
  return {
    name: toRaw(presentation.label),
    address: toFacetText(resource['ipAddress']),
    tags: tagsOf(resource),
    state: toRaw(presentation.state ?? ''),
    provider: toFacetText(nameProvider(resource['provider'])),
    country: toFacetText(resource['country_iso_code']),
    created: toFacetText(resource['created_at']),
    id: toFacetText(resource['id']),
    ...updatesOf(resource),
  };
}

export function updatesOf({ securityUpdate, softwareUpdate }: Resource): Pick<Facets, 'updates'> {
  if (typeof securityUpdate !== 'boolean' || typeof softwareUpdate !== 'boolean') return {};
  return {
    updates: [
      ...(securityUpdate ? (['security'] as const) : []),
      ...(softwareUpdate ? (['software'] as const) : []),
    ],
  };
}

/** The tags of a server; the reference doesn't show the form of a tag (API §2.1): a string, or an object with a name. */
export function tagsOf(resource: Resource): readonly string[] {
  const tags = resource['tags'];
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => toFacetText(isObject(tag) ? (tag['name'] ?? tag['label']) : tag))
    .filter((tag) => tag !== '');
}

/** A text or number as text; empty for anything else. */
export function toFacetText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

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

/** As people write it; empty for those without a value. */
export function nameGroup(grouping: Grouping, value: string): string {
  return grouping === 'country' && value !== '' ? formats.region(value) : value;
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
  const isLast = (value: string): number => (value === '' ? 1 : 0);
  const compare = (a: string, b: string): number =>
    isLast(a) - isLast(b) || collator().compare(nameGroup(grouping, a), nameGroup(grouping, b));
  return new Map([...groups].toSorted(([a], [b]) => compare(a, b)));
}
