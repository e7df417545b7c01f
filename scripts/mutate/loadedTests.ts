import Mocha from 'mocha';
import type { ChosenTest } from './messages';

/** The time limit of a hook, and of a test while nothing is changed, in milliseconds. */
const timeoutMs = 30_000;
/** The shortest time limit of a test with a mutant, in milliseconds: machines may be busy with other things. */
const shortestMs = 3_000;

type Children = Pick<Mocha.Suite, 'tests' | 'suites'>;

/** Tests in this process, each of which can run repeatedly. */
export class LoadedTests {
  readonly #mocha = new Mocha({ timeout: timeoutMs, reporter: quietReporter() });
  readonly #children = new Map<Mocha.Suite, Children>();

  async load(files: readonly string[]): Promise<void> {
    this.#mocha.cleanReferencesAfterRun(false);
    for (const file of files) this.#mocha.addFile(file);
    await this.#mocha.loadFilesAsync();
    this.#note(this.#mocha.suite);
  }

  /** Runs all of them, in reverse order if `isBackwards`. */
  async run(watch: (runner: Mocha.Runner) => void, isBackwards = false): Promise<void> {
    for (const [suite, { tests, suites }] of this.#children) {
      suite.tests = isBackwards ? tests.toReversed() : tests;
      suite.suites = isBackwards ? suites.toReversed() : suites;
    }
    await this.#start(watch);
  }

  /** Runs the chosen tests until one fails; suites of tests named first run first. */
  async runChosen(
    chosen: readonly ChosenTest[],
    failed: (test: Mocha.Runnable, error: unknown) => void,
  ): Promise<void> {
    const ranks = new Map(chosen.map(({ title }, rank) => [title, rank]));
    const durations = new Map(chosen.map(({ title, ms }) => [title, ms]));
    this.#choose(this.#mocha.suite, ranks);
    await this.#start((runner) => {
      runner.on('test', (test) => {
        test.timeout(shortestMs + 10 * (durations.get(test.fullTitle()) ?? 0));
      });
      runner.on('fail', (test, error: unknown) => {
        failed(test, error);
        // Loaded suites no longer inherit whether to stop at a failure.
        runner.abort();
      });
    });
  }

  #start(watch: (runner: Mocha.Runner) => void): Promise<void> {
    return new Promise((resolve) => {
      watch(this.#mocha.run(() => resolve()));
    });
  }

  #note(suite: Mocha.Suite): void {
    const { tests, suites } = suite;
    this.#children.set(suite, { tests, suites });
    for (const each of suites) this.#note(each);
  }

  /** Leaves only the chosen tests in a suite; returns the best rank, Infinity if there is none. */
  #choose(suite: Mocha.Suite, ranks: ReadonlyMap<string, number>): number {
    const { tests, suites } = this.#children.get(suite) ?? suite;
    const ofTests = bestFirst(tests, (test) => ranks.get(test.fullTitle()) ?? Infinity);
    const ofSuites = bestFirst(suites, (each) => this.#choose(each, ranks));
    suite.tests = ofTests.items;
    suite.suites = ofSuites.items;
    return Math.min(ofTests.best, ofSuites.best);
  }
}

function bestFirst<Item>(
  items: readonly Item[],
  rankOf: (item: Item) => number,
): { readonly items: Item[]; readonly best: number } {
  const ranked = items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
  return { items: ranked.map(({ item }) => item), best: ranked[0]?.rank ?? Infinity };
}

/** Mocha only needs to construct a reporter that prints nothing. */
function quietReporter(): Mocha.ReporterConstructor {
  return function report() {} as unknown as Mocha.ReporterConstructor;
}
