import type { Clock } from '../api/scheduling/clock';

/** Does something again and again while something is visible, and never otherwise. */
export class VisibleTimer {
  readonly #clock: Clock;
  readonly #every: number;
  readonly #act: () => Promise<void>;
  #lastAt: number;
  #isVisible = false;
  #isDisposed = false;
  #cancel: (() => void) | undefined;

  /** @param every the time between the end of one time and the start of the next, in milliseconds. */
  constructor(clock: Clock, every: number, act: () => Promise<void>) {
    this.#clock = clock;
    this.#every = every;
    this.#act = act;
    this.#lastAt = clock.elapsed();
  }

  /** Pauses or continues; what was due in the meantime is done once. */
  show(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.#cancel?.();
    if (isVisible) this.#schedule();
  }

  /** Starts the wait anew, since everything was just done by other means. */
  restart(): void {
    this.#lastAt = this.#clock.elapsed();
    this.#cancel?.();
    if (this.#isVisible) this.#schedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#cancel?.();
  }

  #schedule(): void {
    if (this.#isDisposed) return;
    const due = this.#lastAt + this.#every - this.#clock.elapsed();
    this.#cancel = this.#clock.after(Math.max(0, due), () => void this.#run());
  }

  async #run(): Promise<void> {
    this.#lastAt = this.#clock.elapsed();
    await this.#act();
    if (this.#isVisible) this.restart();
  }
}
