/** The first matches of the lowest ranks, out of any number. */
export class BestMatches<T> {
  readonly #limit: number;
  readonly #byRank: T[][] = [];
  /** Matches of this rank and above come too late. */
  #lateRank = Number.POSITIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
    if (limit <= 0) this.#lateRank = 0;
  }

  /** Whether another match of a rank would be among the first. */
  accepts(rank: number): boolean {
    return rank < this.#lateRank;
  }

  /** Adds a match of a rank that is accepted. */
  add(rank: number, match: T): void {
    (this.#byRank[rank] ??= []).push(match);
    let count = 0;
    // The array has holes where nothing matched.
    this.#byRank.forEach((matches, each) => {
      count += matches.length;
      if (count >= this.#limit) this.#lateRank = Math.min(this.#lateRank, each);
    });
  }

  /** The matches, best first. */
  get all(): readonly T[] {
    return this.#byRank.flat().slice(0, this.#limit);
  }
}
