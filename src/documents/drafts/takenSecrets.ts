import type { Path } from '../../base/patch';

/** A secret that was removed from a draft's text, kept until the draft is closed. */
export interface TakenSecret {
  readonly path: Path;
  readonly value: string;
}

/**
 * The secrets removed from one draft's text, kept in memory only. A secret typed key by key is
 * removed key by key, and reassembled here.
 */
export class TakenSecrets {
  readonly #taken = new Map<string, TakenSecret>();
  /** The member that the person may still be typing into. */
  #typing: string | undefined;

  get all(): readonly TakenSecret[] {
    return [...this.#taken.values()];
  }

  /** Records that more than a keystroke changed the text: the next secret is a new one. */
  endTyping(): void {
    this.#typing = undefined;
  }

  take({ path, value }: TakenSecret): void {
    const key = path.join('.');
    const earlier = this.#typing === key ? (this.#taken.get(key)?.value ?? '') : '';
    this.#taken.set(key, { path, value: `${earlier}${value}` });
    this.#typing = key;
  }
}
