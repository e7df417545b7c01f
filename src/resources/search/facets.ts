import type { Presentation, Resource } from '../kinds/kind';
import { isObject } from '../../shared/json';

/** What a resource is found, grouped and sorted by, in words. */
export interface Facets {
  readonly name: string;
  readonly address: string;
  readonly tags: readonly string[];
  readonly state: string;
  readonly provider: string;
  readonly country: string;
  readonly created: string;
  readonly id: string;
}

/** The facets of a resource; one that it does not have is empty. */
export function facetsOf(resource: Resource, presentation: Presentation): Facets {
  return {
    name: presentation.label,
    address: toText(resource['ipAddress']),
    tags: tagsOf(resource),
    state: presentation.state ?? '',
    provider: toText(resource['provider']),
    country: toText(resource['country_iso_code']),
    created: toText(resource['created_at']),
    id: toText(resource['id']),
  };
}

/** The reference does not show what a tag looks like (§2.1): a text, or an object with a name. */
function tagsOf(resource: Resource): readonly string[] {
  const tags = resource['tags'];
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => toText(isObject(tag) ? (tag['name'] ?? tag['label']) : tag))
    .filter((tag) => tag !== '');
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
