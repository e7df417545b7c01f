import type { Clock } from './clock';
import { priorities, type Priority, type RateLimitGate } from './rateLimit';

interface QueuedRequest {
  readonly priority: Priority;
  readonly start: () => void;
}

/**
 * Runs a few jobs at a time: by priority, each priority in order of
 * arrival, and none before the rate limit allows it.
 */
export class Scheduler {
  readonly #clock: Clock;
  readonly #gate: RateLimitGate;
  readonly #concurrency: number;
  readonly #queues: Record<Priority, Set<QueuedRequest>> = {
    signIn: new Set(),
    person: new Set(),
    background: new Set(),
    indexing: new Set(),
    checking: new Set(),
  };
  #running = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, gate: RateLimitGate, concurrency: number) {
    this.#clock = clock;
    this.#gate = gate;
    this.#concurrency = concurrency;
  }

  /** How many jobs are running. */
  get running(): number {
    return this.#running;
  }

  /** Runs the job when its turn comes; rejects with the signal's reason if that aborts first. */
  run<T>(job: () => Promise<T>, priority: Priority, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const leave = (): void => {
        this.#queues[priority].delete(entry);
        reject(signal?.reason as Error);
      };
      const entry: QueuedRequest = {
        priority,
        start: () => {
          signal?.removeEventListener('abort', leave);
          job()
            .finally(() => {
              this.#running -= 1;
            })
            .then(resolve, reject)
            .finally(() => this.#advance());
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queues[priority].add(entry);
      this.#advance();
    });
  }

  #advance(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    while (this.#running < this.#concurrency) {
      const job = this.#next();
      if (!job) return;
      this.#queues[job.priority].delete(job);
      this.#running += 1;
      this.#gate.started(job.priority, this.#running);
      job.start();
    }
  }

  /** The next job to run; if none may run yet, sets a timer for the first that may. */
  #next(): QueuedRequest | undefined {
    let wait = Number.POSITIVE_INFINITY;
    for (const priority of priorities) {
      const [job] = this.#queues[priority];
      if (!job) continue;
      const delay = this.#gate.delay(priority, this.#running);
      if (delay === 0) return job;
      wait = Math.min(wait, delay);
    }
    if (Number.isFinite(wait)) this.#cancelTimer = this.#clock.after(wait, () => this.#advance());
    return undefined;
  }
}
