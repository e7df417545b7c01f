import { parseChanges } from './page/messages';
import { maskEachText } from '../documents/maskCredentials';
import type { KeyValues } from '../resources/storage/readStored';
import { parseDocumentPath } from '../resources/reference';
import type { PendingChange } from '../pages/protocol';

/** Values whose keys can be listed. */
interface ListedValues extends KeyValues {
  keys(): readonly string[];
}

const panelPrefix = 'panel:';

/**
 * Unsaved panel changes, stored as soon as they're made. The editor also stores a page's state, but
 * only now and then: a reload in a browser would lose the last minute of it.
 */
export class StoredPanelChanges {
  readonly #storage: ListedValues;

  constructor(storage: ListedValues) {
    this.#storage = storage;
  }

  /** The stored changes of the panel for the document at this path, if any. */
  get(path: string): readonly PendingChange[] | undefined {
    return parseChanges(this.#storage.get(toStorageKey(path)));
  }

  /** How many panels have some. */
  get count(): number {
    const keys = this.#storage.keys().filter((key) => key.startsWith(panelPrefix));
    return keys.filter((key) => this.get(key.slice(panelPrefix.length))?.length).length;
  }

  /**
   * Stores the changes. An empty list is stored too, since the page's own state may be older.
   * Closing a panel doesn't delete them: closing the window closes its panels as well.
   */
  async keep(path: string, changes: readonly PendingChange[]): Promise<void> {
    await this.#storage.update(toStorageKey(path), maskEachText(changes));
  }

  /** Deletes the changes of a removed account. */
  async forgetAccount(account: string): Promise<void> {
    const isTheirs = (key: string): boolean =>
      key.startsWith(panelPrefix) &&
      parseDocumentPath(key.slice(panelPrefix.length))?.account === account;
    const keys = this.#storage.keys().filter(isTheirs);
    await Promise.all(keys.map((key) => this.#storage.update(key, undefined)));
  }
}

function toStorageKey(path: string): string {
  return panelPrefix + path;
}
