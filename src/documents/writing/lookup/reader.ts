import type { Reader } from './verdict';
import type { ResourceClient } from '../../../resources/resourceClient';
import type { ResourceStore } from '../../../resources/store/resourceStore';

/** Reads from the service for checking a write, and updates what is shown with the results. */
export function createReader(
  client: Pick<ResourceClient, 'read'>,
  store: Pick<ResourceStore, 'forget' | 'all'>,
): Reader {
  return {
    read: (reference, options) => client.read(reference, options),
    async list(collection, options) {
      try {
        // Forgetting it first would make a view that shows it read it as well.
        const { items, missing } = await store.all(collection, undefined, options);
        return missing > 0 ? undefined : items;
      } catch (error) {
        store.forget(collection);
        throw error;
      }
    },
  };
}
