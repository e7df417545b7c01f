import { type EventLine, type LogPage, Tail } from './tail';
import type { Clock } from '../../api/scheduling/clock';
import { minuteMs } from '../../base/moment';

interface FollowedLogParts {
  readonly clock: Clock;
  readonly read: (page: number, signal: AbortSignal) => Promise<LogPage>;
  /** Takes new lines, oldest first. @param isAfterGap whether lines before them are missing. */
  readonly add: (lines: readonly EventLine[], isAfterGap: boolean) => void;
  /** Takes the reason why the log can't be read; undefined once it can. */
  readonly tell: (error: unknown) => void;
}

/** Polls the newest lines of one log while it is on. */
export class FollowedLog {
  readonly #parts: FollowedLogParts;
  readonly #tail = new Tail();
  readonly #pace = new Pace();
  #page = 1;
  #isOn = false;
  #reading: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: FollowedLogParts) {
    this.#parts = parts;
  }

  /** Resumes or stops reading; lines that arrive in the meantime are read later. */
  turn(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#schedule(true);
    else this.#stop();
  }

  /** Reads at the person's request, unless a read is under way. */
  retry(): void {
    if (!this.#isOn || this.#reading) return;
    this.#cancelTimer?.();
    this.#schedule(true);
  }

  #stop(): void {
    this.#cancelTimer?.();
    this.#reading?.abort();
    this.#reading = undefined;
    // Meanwhile, pages shift too far to continue from the same place.
    this.#tail.restart();
    this.#page = 1;
  }

  #schedule(isUrgent: boolean): void {
    const { clock } = this.#parts;
    const wait = this.#pace.wait(clock.elapsed(), isUrgent);
    this.#cancelTimer = clock.after(wait, () => void this.#read());
  }

  async #read(): Promise<void> {
    const { clock, read, tell } = this.#parts;
    const reading = new AbortController();
    this.#reading = reading;
    this.#pace.started(clock.elapsed());
    try {
      const page = await read(this.#page, reading.signal);
      if (reading.signal.aborted) return;
      tell(undefined);
      this.#take(page);
    } catch (error) {
      if (reading.signal.aborted) return;
      this.#pace.failed();
      this.#tail.restart();
      this.#page = 1;
      tell(error);
    }
    this.#reading = undefined;
    this.#schedule(this.#page > 1);
  }

  #take(page: LogPage): void {
    const { lines, isAfterGap, next } = this.#tail.take(page);
    this.#page = next;
    if (lines.length > 0) this.#parts.add(lines, isAfterGap);
    if (lines.length > 0 || next > 1) this.#pace.busy();
    else this.#pace.quiet();
  }
}

/** How many requests a log gets in any minute, so that several of them leave room for the person. */
const mostPerMinute = 6;

/** Pauses between two reads, in milliseconds: while lines arrive, and at most. */
const shortest = 12_000;
const longest = 60_000;
const longestAfterFailure = 300_000;
const growth = 1.5;

/** When a log is read next: more rarely the longer nothing arrives. */
class Pace {
  #pause = shortest;
  #sent: number[] = [];

  started(now: number): void {
    this.#sent = [...this.#sent.filter((at) => now - at < minuteMs), now];
  }

  busy(): void {
    this.#pause = shortest;
  }

  quiet(): void {
    this.#pause = Math.min(longest, Math.max(shortest, this.#pause * growth));
  }

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
