import type { Clock } from '../../src/api/scheduling/clock';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that stands still until a test advances it. Times are milliseconds since the epoch. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(start = Date.UTC(2024, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  after(delay: number, callback: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, delay), call: callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** The number of pending callbacks: 0 if everything was cleaned up. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass, timer by timer, with everything that follows from each. */
  async advance(duration: number): Promise<void> {
    const end = this.#now + duration;
    await settle();
    for (let timer = this.#first(); timer && timer.at <= end; timer = this.#first()) {
      await this.#fire(timer);
    }
    this.#now = end;
  }

  /** Lets time pass until the promise is settled, and returns the duration; for work without I/O. */
  async durationOf(work: Promise<unknown>): Promise<number> {
    const start = this.#now;
    let isSettled = false;
    const end = (): void => void (isSettled = true);
    work.then(end, end);
    await settle();
    while (!isSettled) {
      const timer = this.#first();
      if (!timer) throw new Error('The work waits, but not for this clock.');
      await this.#fire(timer);
    }
    return this.#now - start;
  }

  #first(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (!first || timer.at < first.at) first = timer;
    return first;
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.delete(timer);
    this.#now = timer.at;
    timer.call();
    await settle();
  }
}

/** Resolves once all promise callbacks that are due have run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
