import { longestWindow } from './windowLength';

/** How long after a person used nearly the whole limit they may do so again, in milliseconds. */
const heavyMs = longestWindow;

/** Tracks a person's requests to decide whether they need the whole limit for themselves. */
export class PersonUse {
  readonly #window: number;
  /** When requests of the last window were sent, in order. */
  #sent: number[] = [];
  #heavyAt = Number.NEGATIVE_INFINITY;

  /** @param window assumed length of a rate limit window, in milliseconds. */
  constructor(window: number) {
    this.#window = window;
  }

  /** When the last request was sent. */
  get lastAt(): number {
    return this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
  }

  /**
   * Records that a request is being sent.
   * @param most how many in one window still leave enough for others.
   */
  started(now: number, most: number): void {
    this.#sent = this.#sent.filter((at) => now - at < this.#window);
    this.#sent.push(now);
    if (this.#sent.length > most) this.#heavyAt = now;
  }

  /** When the person no longer needs the whole limit. */
  get heavyUntil(): number {
    return this.#heavyAt + heavyMs;
  }
}
