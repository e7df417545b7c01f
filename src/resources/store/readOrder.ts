/** The order of requests: the answer to a later request is newer, whenever it arrives. */
export class ReadOrder {
  readonly #began = new WeakMap<object, number>();
  readonly #writes = new WeakMap<object, number>();
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** Records when an answer was requested; if several readers share it, the first one counts. */
  note(answer: unknown, began: number): void {
    if (typeof answer !== 'object' || answer === null) return;
    this.#began.set(answer, Math.min(began, this.#began.get(answer) ?? began));
  }

  /** Records when the write with this answer started; the answer itself counts as of the end. */
  noteWrite(answer: unknown, began: number): void {
    if (typeof answer === 'object' && answer !== null) this.#writes.set(answer, began);
  }

  /** When the write with this answer started; undefined if it isn't the answer to a write. */
  ofWrite(answer: object): number | undefined {
    return this.#writes.get(answer);
  }

  /** When an answer was requested; anything that isn't the answer to a read counts as of now. */
  of(answer: object): number {
    return this.#began.get(answer) ?? this.next();
  }
}
