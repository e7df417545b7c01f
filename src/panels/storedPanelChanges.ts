import { parseChanges } from './page/messages';
import { maskEachText } from '../documents/maskCredentials';
import type { KeyValues } from '../resources/storage/readStored';
import { parseDocumentPath } from '../resources/reference';
import type { PendingChange } from '../pages/protocol';

interface ListedValues extends KeyValues {
  keys(): readonly string[];
}

const panelPrefix = 'panel:';

/** The editor stores a page's state now and then: a reload in a browser would lose a minute. */
export class StoredPanelChanges {
  readonly #storage: ListedValues;

  constructor(storage: ListedValues) {
    this.#storage = storage;
  }

  get(path: string): readonly PendingChange[] | undefined {
    return parseChanges(this.#storage.get(toStorageKey(path)));
  }

  get count(): number {
    const keys = this.#storage.keys().filter((key) => key.startsWith(panelPrefix));
    return keys.filter((key) => this.get(key.slice(panelPrefix.length))?.length).length;
  }

  /**
   * An empty list is stored too, since the page's own state may be older. Closing a panel deletes
   * nothing: closing the window closes its panels as well.
   */
  async keep(path: string, changes: readonly PendingChange[]): Promise<void> {
    await this.#storage.update(toStorageKey(path), maskEachText(changes));
  }

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
