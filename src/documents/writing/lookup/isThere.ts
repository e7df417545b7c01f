import type { Resource } from '../../../resources/kinds/kind';

/**
 * Whether a read found the resource: if the parent has none, a service may return only a message.
 */
export function isThere(resource: Resource): boolean {
  return 'id' in resource;
}
