/** No window is assumed to be longer than an hour. */
export const longestWindow = 3_600_000;

/** Share of the window to wait before probing again. */
export const probePause = 1 / 60;

/** The window length, bounded by the windows seen so far. */
export class WindowLength {
  #beganAt: number | undefined;
  #endOfEarlier: number | undefined;
  #atLeast = 0;
  #atMost: number | undefined;

  /** Longest possible window; undefined until two have started. */
  get atMost(): number | undefined {
    return this.#atMost;
  }

  /** Records that a window started after one moment and no later than another. */
  rose(after: number, by: number): void {
    if (this.#beganAt !== undefined) this.#atLeast = after - this.#beganAt;
    if (this.#endOfEarlier !== undefined) {
      const bound = (by - this.#endOfEarlier) * (1 + probePause);
      this.#atMost = Math.min(bound, this.#atMost ?? longestWindow);
    }
    this.#beganAt = by;
    this.#endOfEarlier = after;
  }

  /** Records that a window lasted longer than assumed. */
  wasLonger(): void {
    this.#atMost = undefined;
  }

  /** The length to assume for the next window, unless what was seen says otherwise. */
  expect(assumed: number): number {
    const atMost = this.#atMost ?? assumed;
    return this.#atLeast > assumed ? atMost : Math.min(atMost, assumed);
  }
}
