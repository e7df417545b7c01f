/** How long a page must not scroll before its position is reported, in milliseconds. */
const stillness = 100;

/** The scroll position: reported when it changes, and restored after a restart. */
export class ScrollPlace {
  /** The position to scroll to, until it's reached. */
  #wanted: number | undefined;
  #timer: number | undefined;

  /** @param kept the previous position, in pixels. */
  constructor(kept: number, tell: () => void) {
    this.#wanted = kept > 0 ? kept : undefined;
    window.addEventListener('scroll', () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(tell, stillness);
    });
    // From here on the person is scrolling elsewhere.
    for (const event of ['wheel', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => (this.#wanted = undefined), { passive: true });
    }
  }

  /** In pixels. */
  get now(): number {
    return this.#wanted ?? Math.round(window.scrollY);
  }

  /** Called after drawing. @param isWhole whether nothing more is to come. */
  restore(isWhole: boolean): void {
    if (this.#wanted === undefined) return;
    window.scrollTo(0, this.#wanted);
    if (isWhole || Math.round(window.scrollY) >= this.#wanted) this.#wanted = undefined;
  }
}
