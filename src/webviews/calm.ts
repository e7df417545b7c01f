import { measured } from './measured';

/** How long a key or button may be held before what waits is done all the same, in milliseconds. */
const patience = 1_000;

/**
 * Puts off what replaces the page's elements while a person presses a key or a button: an element that
 * goes away in between never hears of the click.
 */
export class Calm {
  #isPressed = false;
  #waiting: (() => void) | undefined;
  #timer: number | undefined;

  constructor(target: Window) {
    const press = (): void => this.#press();
    const release = (): void => void setTimeout(() => this.#release());
    for (const event of ['pointerdown', 'keydown']) target.addEventListener(event, press, true);
    for (const event of ['pointerup', 'pointercancel', 'keyup', 'blur']) {
      target.addEventListener(event, release, true);
    }
  }

  /** Does it now, or as soon as nothing is pressed any more; of several the last alone. */
  run(act: () => void): void {
    if (this.#isPressed) this.#waiting = act;
    else act();
  }

  #press(): void {
    this.#isPressed = true;
    // The release may be told to somebody else, such as the editor around the page.
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#release(), patience);
  }

  #release(): void {
    window.clearTimeout(this.#timer);
    this.#isPressed = false;
    const act = this.#waiting;
    this.#waiting = undefined;
    if (act) measured('script', act);
  }
}
