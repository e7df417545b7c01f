/** How long a credential stays visible, in milliseconds. */
const visibleTime = 30_000;

/** Calls back once after the delay, in milliseconds; call the result to cancel. */
type After = (delay: number, callback: () => void) => () => void;

/** The credentials that the person asked to see, each for half a minute. */
export class RevealedSecrets {
  readonly #after: After;
  readonly #onHide: () => void;
  readonly #revealed = new Map<
    string,
    { readonly value: string | null; readonly cancel: () => void }
  >();

  /** @param onHide called after a credential was hidden. */
  constructor(after: After, onHide: () => void) {
    this.#after = after;
    this.#onHide = onHide;
  }

  /** Null if there is none to show. */
  get(id: string): string | null | undefined {
    return this.#revealed.get(id)?.value;
  }

  /** Makes a credential visible; one that is visible already starts its half minute again. */
  reveal(id: string, value: string | null): void {
    this.#revealed.get(id)?.cancel();
    const cancel = this.#after(visibleTime, () => this.hide(id));
    this.#revealed.set(id, { value, cancel });
  }

  hide(id: string): void {
    this.#revealed.get(id)?.cancel();
    if (this.#revealed.delete(id)) this.#onHide();
  }
}
