import type { MutantInFile } from './buildMutated';
import { MutantProcess, type Outcome } from './mutantProcess';
import { TestOrder } from './testOrder';

/** The outcome of a mutant; `not run` if no test runs its code. */
export type Result = Outcome['type'] | 'not run';

/** How to try mutants. */
interface Trial {
  /** The built files of the tests. */
  readonly files: readonly string[];
  /** How many processes run at a time. */
  readonly processes: number;
  /** Called with each test that fails without any mutant, and is left out. */
  readonly leftOut: (title: string) => void;
  readonly tried: (mutant: MutantInFile, result: Result) => void;
}

/** Tries mutants with tests. */
export async function tryMutants(mutants: readonly MutantInFile[], trial: Trial): Promise<void> {
  const order = await findOrder(trial);
  const waiting = mutants.values();
  await inProcesses(trial.processes, async () => {
    const runner = new MutantProcess(order.files);
    for (const mutant of waiting) {
      // Each process tries one mutant at a time.
      trial.tried(mutant, await tryOne(runner, order, mutant.id));
    }
    runner.end();
  });
}

/** Runs all tests without a mutant, to see what they reach. */
async function findOrder({ files, processes, leftOut }: Trial): Promise<TestOrder> {
  const coverages = await inProcesses(processes, async (first) => {
    const own = files.filter((_, index) => index % processes === first);
    const runner = new MutantProcess(own);
    const coverage = await runner.cover();
    runner.end();
    return coverage;
  });
  for (const { failed } of coverages) for (const title of failed) leftOut(title);
  return new TestOrder(coverages);
}

async function tryOne(runner: MutantProcess, order: TestOrder, id: number): Promise<Result> {
  const own = order.of(id);
  if (own.length > 0) {
    const { type } = await runner.try(id, own);
    if (type !== 'unreached') return type;
  } else if (!order.isLoaded(id)) {
    return 'not run';
  }
  return tryLoaded(order, id);
}

/** A value computed once, such as a table when its file is loaded, only changes in a new process. */
async function tryLoaded(order: TestOrder, id: number): Promise<Result> {
  let result: Result = 'not run';
  for (const tests of order.roundsFor(id)) {
    const fresh = new MutantProcess([...new Set(tests.map(({ file }) => file))], id);
    // The second round tries the survivors of the first.
    const { type, by } = await fresh.try(id, tests);
    fresh.end();
    if (by !== undefined) order.noteNoticed(by);
    if (type === 'noticed' || type === 'endless') return type;
    result = 'survived';
  }
  return result;
}

function inProcesses<Value>(
  count: number,
  work: (index: number) => Promise<Value>,
): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}
