import { minuteMs } from '../../base/moment';

/** How many requests a log gets in any minute, so that several of them leave room for the person. */
const mostPerMinute = 6;

/** Pauses between two reads, in milliseconds: while lines arrive, and at most. */
const shortest = 12_000;
const longest = 60_000;
const longestAfterFailure = 300_000;
const growth = 1.5;

/** When a log is read next: more rarely the longer nothing arrives. */
export class Pace {
  #pause = shortest;
  #sent: number[] = [];

  /** Records that a request is being sent. */
  started(now: number): void {
    this.#sent = [...this.#sent.filter((at) => now - at < minuteMs), now];
  }

  /** Records that lines arrived, so that more are likely. */
  busy(): void {
    this.#pause = shortest;
  }

  /** Records that nothing arrived. */
  quiet(): void {
    this.#pause = Math.min(longest, Math.max(shortest, this.#pause * growth));
  }

  /** Records that the log couldn't be read. */
  failed(): void {
    this.#pause = Math.min(longestAfterFailure, Math.max(longest / 2, this.#pause * 2));
  }

  /** How long to wait for the next read. @param isUrgent whether the person waits or lines are missing. */
  wait(now: number, isUrgent: boolean): number {
    const last = this.#sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    const due = isUrgent ? now : last + this.#pause;
    const counted = this.#sent.at(-mostPerMinute) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, due - now, counted + minuteMs - now);
  }
}
