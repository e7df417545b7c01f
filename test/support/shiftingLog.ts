import { type EventLine, type LogPage, toEventLine } from '../../src/panels/follow/tail';

const perPage = 40;

/** A log of a service: the newest line comes first, so that new lines shift its pages. */
export class ShiftingLog {
  /** Every line ever written, oldest first. */
  readonly written: EventLine[] = [];
  /** When pages were read, in order. */
  readonly readAt: number[] = [];
  readonly #countsLines: boolean;
  #lines: EventLine[] = [];

  constructor(countsLines: boolean) {
    this.#countsLines = countsLines;
  }

  /** Writes a line with the service's precision, which is a second. */
  write(at: number, content: string, kind = 'Info'): void {
    const createdAt = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    const line = toEventLine({ kind, content, created_at: createdAt });
    this.written.push(line);
    this.#lines.unshift(line);
  }

  /** Removes all lines, like a service does with old ones. */
  clear(): void {
    this.#lines = [];
  }

  /** Swaps the newest line with the one before it, as services do with lines of the same second. */
  swapNewest(): void {
    const [first, second, ...rest] = this.#lines;
    if (first && second) this.#lines = [second, first, ...rest];
  }

  page(number: number, now = 0): LogPage {
    this.readAt.push(now);
    const items = this.#lines.slice((number - 1) * perPage, number * perPage);
    const isLast = number * perPage >= this.#lines.length;
    const total = this.#countsLines ? this.#lines.length : undefined;
    return { number, perPage, total, isLast, items };
  }
}
