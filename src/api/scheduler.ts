import type { Clock } from './clock';
import type { Priority, RateLimitGate } from './rateLimit';

interface Job {
  readonly priority: Priority;
  readonly start: () => void;
}

/**
 * Runs jobs a few at a time, a person's before background work, each priority in the order it came,
 * and none before the rate limit allows it.
 */
export class Scheduler {
  readonly #clock: Clock;
  readonly #gate: RateLimitGate;
  readonly #concurrency: number;
  readonly #queues: Record<Priority, Set<Job>> = { person: new Set(), background: new Set() };
  #running = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, gate: RateLimitGate, concurrency: number) {
    this.#clock = clock;
    this.#gate = gate;
    this.#concurrency = concurrency;
  }

  /** How many jobs run now. */
  get running(): number {
    return this.#running;
  }

  /** Runs the job when its turn comes; rejects with the signal's reason if that aborts before. */
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
      const entry: Job = {
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
      this.#gate.started(job.priority);
      job.start();
    }
  }

  /** The job whose turn it is; where none may go yet, a timer is set for the first that may. */
  #next(): Job | undefined {
    let wait = Number.POSITIVE_INFINITY;
    for (const priority of ['person', 'background'] as const) {
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
