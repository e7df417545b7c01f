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

function toFacetText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
