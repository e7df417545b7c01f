import type { Clock } from './clock';
import { priorities, type Priority, type RateLimitGate } from './rateLimit';

/** Sends requests by priority, then by arrival, and none before the rate limit allows it. */
export class Scheduler {
  readonly #clock: Clock;
  readonly #gate: RateLimitGate;
  readonly #concurrency: number;
  readonly #queues = new Map(priorities.map((each) => [each, new Set<() => void>()]));
  #running = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, gate: RateLimitGate, concurrency: number) {
    this.#clock = clock;
    this.#gate = gate;
    this.#concurrency = concurrency;
  }

  get running(): number {
    return this.#running;
  }

  /** Runs the job when its turn comes; rejects with the signal's reason if that aborts first. */
  run<T>(job: () => Promise<T>, priority: Priority, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const queue = this.#queues.get(priority);
      const leave = (): void => {
        queue?.delete(start);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        const ended = job().finally(() => {
          this.#running -= 1;
          this.#advance();
        });
        resolve(ended);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue?.add(start);
      this.#advance();
    });
  }

  #advance(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    let wait = Number.POSITIVE_INFINITY;
    for (const [priority, queue] of this.#queues) {
      for (const start of queue) {
        if (this.#running >= this.#concurrency) return;
        const delay = this.#gate.delay(priority, this.#running);
        wait = Math.min(wait, delay || wait);
        if (delay > 0) break;
        queue.delete(start);
        this.#running += 1;
        this.#gate.started(priority);
        start();
      }
    }
    if (Number.isFinite(wait)) this.#cancelTimer = this.#clock.after(wait, () => this.#advance());
  }
}
