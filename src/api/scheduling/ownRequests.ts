/** Counts the requests of a window: if the service counted fewer, another window has begun. */
export class OwnRequests {
  /** How many answers of this window arrived, or fewer. */
  #answered = 0;
  /** What the service had counted at most, of the requests that ran together. */
  #most = 0;

  /** Records the first answer that is known to be of a new window. */
  began(used: number, inFlight: number): void {
    this.#answered = 1;
    this.#most = inFlight > 1 ? used : 0;
  }

  /**
   * Records another answer; if a new window began meanwhile, returns how many requests it counted.
   * Answers overtake each other, so that only the last of those that ran together shows it.
   */
  answered(used: number, inFlight: number): number | undefined {
    this.#answered += 1;
    this.#most = Math.max(this.#most, used);
    if (inFlight > 1) return undefined;
    const counted = this.#most;
    this.#most = 0;
    return counted < this.#answered ? counted : undefined;
  }
}
