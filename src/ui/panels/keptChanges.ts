import { parseChanges } from './messages';
import type { KeyValueStore } from '../../resources/pendingFirewalls';
import type { PendingChange } from '../../webviews/protocol';

/**
 * Changes in panels that are not saved yet, kept at once as they are made. The editor keeps what a page
 * remembers, too, but only now and then: a reload in a browser would lose the last minute of it.
 */
export class KeptChanges {
  readonly #storage: KeyValueStore;

  constructor(storage: KeyValueStore) {
    this.#storage = storage;
  }

  /** The changes of the panel for the document at this path, where any were kept. */
  get(path: string): readonly PendingChange[] | undefined {
    return parseChanges(this.#storage.get(toKey(path)));
  }

  /**
   * Keeps them. That there are none is kept, too: what the page remembers may be older. They are not
   * forgotten with the panel, since a window that ends closes its panels as well.
   */
  async keep(path: string, changes: readonly PendingChange[]): Promise<void> {
    await this.#storage.update(toKey(path), changes);
  }
}

function toKey(path: string): string {
  return `panel:${path}`;
}
