import type { Resource } from '../../../resources/kinds/kind';

/**
 * Whether a read found something: for a parent without one, a service may return only a message.
 */
export function isThere(resource: Resource): boolean {
  return 'id' in resource;
}
