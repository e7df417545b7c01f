import type { KeyValues } from '../resources/storage/readStored';

/** Texts proposed by a language model; remembered across restarts like the text itself. */
export class Proposals {
  readonly #storage: KeyValues;

  constructor(storage: KeyValues) {
    this.#storage = storage;
  }

  async add(uri: string): Promise<void> {
    await this.#storage.update(toProposalKey(uri), true);
  }

  has(uri: string): boolean {
    return this.#storage.get(toProposalKey(uri)) === true;
  }

  /** Called when a document was saved, reverted or closed. */
  async forget(uri: string): Promise<void> {
    if (this.has(uri)) await this.#storage.update(toProposalKey(uri), undefined);
  }
}

function toProposalKey(uri: string): string {
  return `proposal:${uri}`;
}
