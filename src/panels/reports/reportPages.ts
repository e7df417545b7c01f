/** How many pages of a list are read at once: few people need more of a log. */
export const pagesAtOnce = 5;

/** How much of a list a report shows. */
export interface ReportRest {
  readonly shown: number;
  readonly total: number | undefined;
}

/** How much of each open report is shown, by its path. */
export class ReportPages {
  readonly #pages = new Map<string, number>();
  readonly #rests = new Map<string, ReportRest | undefined>();

  /** How many pages of its list to read. */
  countOf(path: string): number {
    return this.#pages.get(path) ?? pagesAtOnce;
  }

  /** What it shows; undefined if the service has no more. */
  restOf(path: string): ReportRest | undefined {
    return this.#rests.get(path);
  }

  /** Records how many pages were read, and how much of the list they are. */
  noteRead(path: string, pages: number, rest: ReportRest | undefined): void {
    this.#pages.set(path, pages);
    this.#rests.set(path, rest);
  }

  forget(path: string): void {
    this.#pages.delete(path);
    this.#rests.delete(path);
  }
}
