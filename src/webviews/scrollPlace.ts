/** How long a page has to stand still until its place is told, in milliseconds. */
const stillness = 100;

/** How far the page is scrolled: told when that changes, and brought back after a new start. */
export class ScrollPlace {
  /** Where the page is to be brought to, until it is there. */
  #wanted: number | undefined;
  #timer: number | undefined;

  /** @param kept where the page was before, in pixels. */
  constructor(kept: number, tell: () => void) {
    this.#wanted = kept > 0 ? kept : undefined;
    window.addEventListener('scroll', () => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(tell, stillness);
    });
    // From here on the person is on the way somewhere else.
    for (const event of ['wheel', 'pointerdown', 'keydown']) {
      window.addEventListener(event, () => (this.#wanted = undefined), { passive: true });
    }
  }

  /** In pixels. */
  get now(): number {
    return this.#wanted ?? Math.round(window.scrollY);
  }

  /** Called when something was drawn. @param isWhole whether nothing more is to come. */
  restore(isWhole: boolean): void {
    if (this.#wanted === undefined) return;
    window.scrollTo(0, this.#wanted);
    if (isWhole || Math.round(window.scrollY) >= this.#wanted) this.#wanted = undefined;
  }
}
