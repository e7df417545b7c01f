import { timed } from './timed';

/** How long a pressed key or button may hold up pending work, in milliseconds. */
const maxDelayMs = 1_000;

/** An element that is removed between press and release never receives the click. */
export class DeferWhilePressed {
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

  run(callback: () => void): void {
    if (this.#isPressed) this.#waiting = callback;
    else callback();
  }

  #press(): void {
    this.#isPressed = true;
    // The release may go elsewhere, such as to the editor around the page.
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#release(), maxDelayMs);
  }

  #release(): void {
    window.clearTimeout(this.#timer);
    this.#isPressed = false;
    const callback = this.#waiting;
    this.#waiting = undefined;
    if (callback) timed('script', callback);
  }
}
