// The process that runs tests with mutants: runMutants.mjs <mutant or ''> <file …>, with requests and answers as messages.
// The mutant is switched on while the files are loaded.
import * as fc from 'fast-check';
import { endWithParent } from '../../test/harness/system/endWithParent';
import { LoadedTests } from './loadedTests';
import type { Answer, ChosenTest, Coverage, CoveredTest, Request, Tried } from './messages';
import { switchName } from './withMutants';

endWithParent();
// A mutant gets the same random cases in each run, and the first failure is enough.
fc.configureGlobal({ seed: 1, endOnFailure: true });
const [loadedWith = '', ...files] = process.argv.slice(2);
let active = loadedWith === '' ? undefined : Number(loadedWith);
let ran = new Set<number>();
Object.assign(globalThis, {
  [switchName]: (id: number): boolean => {
    ran.add(id);
    return id === active;
  },
});

const tests = new LoadedTests();
await tests.load(files);
const loaded = ran;

/** Runs all tests and notes which mutants' code each of them ran, its hooks included. */
async function cover(): Promise<Coverage> {
  const found: (Omit<CoveredTest, 'ids'> & { suites: readonly string[]; ids: Set<number> })[] = [];
  const hooks = new Map<string, Set<number>>();
  const failed = new Set<string>();
  const noteFailure = (test: Mocha.Runnable): void => void failed.add(test.fullTitle());
  ran = new Set();
  await tests.run((runner) => {
    runner.on('fail', noteFailure);
    runner.on('hook end', ({ parent }) => {
      const suite = parent?.fullTitle() ?? '';
      hooks.set(suite, new Set([...(hooks.get(suite) ?? []), ...ran]));
      ran = new Set();
    });
    runner.on('test end', (test) => {
      const suites: string[] = [];
      for (let suite = test.parent; suite; suite = suite.parent) suites.push(suite.fullTitle());
      const { duration: ms = 0, file = '' } = test;
      found.push({ title: test.fullTitle(), file, ms, suites, ids: ran });
      ran = new Set();
    });
  });
  // A test that depends on an earlier one would fail without it, with any mutant.
  await tests.run((runner) => runner.on('fail', noteFailure), true);
  const covered = found
    .filter(({ title }) => !failed.has(title))
    .map(({ title, file, ms, suites, ids }) => {
      const inHooks = suites.flatMap((suite) => [...(hooks.get(suite) ?? [])]);
      return { title, file, ms, ids: [...new Set([...ids, ...inHooks])] };
    });
  return { tests: covered, loaded: [...loaded], failed: [...failed] };
}

async function tryMutant(id: number, chosen: readonly ChosenTest[]): Promise<Tried> {
  let failed: string | undefined;
  let isLate = false;
  ran = new Set();
  active = id;
  try {
    await tests.runChosen(chosen, (test, error) => {
      failed ??= test.fullTitle();
      isLate ||= error instanceof Error && 'code' in error && error.code === 'ERR_MOCHA_TIMEOUT';
    });
  } finally {
    active = undefined;
  }
  return { type: 'tried', failed, isReached: ran.has(id) || loadedWith === String(id), isLate };
}

async function answer(request: Request): Promise<Answer> {
  if (request.type === 'cover') return { type: 'covered', coverage: await cover() };
  return tryMutant(request.id, request.tests);
}

process.on('message', (request: Request) => {
  void answer(request).then((message) => process.send?.(message));
});
