/** How long a credential stays visible, in milliseconds. */
const visibleTime = 30_000;

/** The credentials that the person asked to see, each for half a minute. */
export class RevealedSecrets {
  readonly #onHide: () => void;
  readonly #revealed = new Map<
    string,
    { readonly value: string | null; readonly timer: ReturnType<typeof setTimeout> }
  >();

  /** @param onHide called after a credential was hidden. */
  constructor(onHide: () => void) {
    this.#onHide = onHide;
  }

  /** Null if there is none to show. */
  get(id: string): string | null | undefined {
    return this.#revealed.get(id)?.value;
  }

  /** Makes a credential visible; one that is visible already starts its half minute again. */
  reveal(id: string, value: string | null): void {
    clearTimeout(this.#revealed.get(id)?.timer);
    const timer = setTimeout(() => this.hide(id), visibleTime);
    this.#revealed.set(id, { value, timer });
  }

  hide(id: string): void {
    clearTimeout(this.#revealed.get(id)?.timer);
    if (this.#revealed.delete(id)) this.#onHide();
  }
}
