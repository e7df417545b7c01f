import type { ServerResponse } from 'node:http';
import { callLater } from '../../base/callLater';

/** Calls back once no client has been waiting for an answer or listening for a while. */
export class Occupancy {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #open = 0;
  #isOver = false;
  #timer: ReturnType<typeof callLater> | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#wait();
  }

  /** Counts a client until its answer is complete or it disconnects. */
  enter(response: ServerResponse): void {
    this.#open += 1;
    clearTimeout(this.#timer);
    response.once('close', () => {
      this.#open -= 1;
      if (this.#open === 0) this.#wait();
    });
  }

  /** Stops waiting; the callback won't be called. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#isOver) return;
    this.#timer = callLater(this.#idleMs, this.#onIdle);
  }
}
