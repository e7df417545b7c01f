import type { Coverage, CoveredTest } from './messages';

/** How long the tests of one mutant may take, from their duration without it, in milliseconds. */
const budgetMs = 30_000;
/** How many files are tried before all others, in a process of their own. */
const firstFiles = 3;

/** Which tests to run for a mutant, most specific first. */
export class TestOrder {
  readonly #tests: readonly CoveredTest[];
  readonly #byMutant = new Map<number, CoveredTest[]>();
  readonly #loaded: ReadonlySet<number>;
  /** How many mutants that were active while a file was loaded it noticed. */
  readonly #noticed = new Map<string, number>();

  constructor(coverages: readonly Coverage[]) {
    this.#loaded = new Set(coverages.flatMap(({ loaded }) => loaded));
    // A fast test that runs the code of few mutants is most likely about them.
    this.#tests = coverages
      .flatMap(({ tests }) => tests)
      .filter(({ ids }) => ids.length > 0)
      .sort((a, b) => a.ids.length * (a.ms + 1) - b.ids.length * (b.ms + 1));
    for (const test of this.#tests) {
      for (const id of test.ids) {
        const others = this.#byMutant.get(id);
        if (others) others.push(test);
        else this.#byMutant.set(id, [test]);
      }
    }
  }

  /** The files with a test that ran any mutant's code. */
  get files(): readonly string[] {
    return [...new Set(this.#tests.map(({ file }) => file))];
  }

  /** The tests that ran a mutant's code, as many as time allows. */
  of(id: number): readonly CoveredTest[] {
    return withinBudget(this.#byMutant.get(id) ?? []);
  }

  isLoaded(id: number): boolean {
    return this.#loaded.has(id);
  }

  /**
   * The tests to run in a new process, for a mutant whose code is run when a file is loaded: any of those that
   * ran some mutant's code may notice it. First those of the files that have noticed most.
   */
  roundsFor(id: number): readonly (readonly CoveredTest[])[] {
    const own = this.#byMutant.get(id) ?? this.#tests;
    const files = [...new Set(own.map(({ file }) => file))];
    const first = files.sort((a, b) => this.#count(b) - this.#count(a)).slice(0, firstFiles);
    return [
      own.filter(({ file }) => first.includes(file)),
      own.filter(({ file }) => !first.includes(file)),
    ]
      .map(withinBudget)
      .filter((round) => round.length > 0);
  }

  noteNoticed(by: string): void {
    for (const { title, file } of this.#tests) {
      if (title === by) this.#noticed.set(file, this.#count(file) + 1);
    }
  }

  #count(file: string): number {
    return this.#noticed.get(file) ?? 0;
  }
}

/** At least the first one. */
function withinBudget(tests: readonly CoveredTest[]): readonly CoveredTest[] {
  let spent = 0;
  return tests.filter(({ ms }, index) => {
    const fits = spent + ms <= budgetMs;
    if (fits) spent += ms;
    return fits || index === 0;
  });
}
