// The process that runs tests with mutants: runMutants.mjs <mutant or ''> <file …>, with requests and answers as messages.
// The mutant is switched on while the files are loaded.
import Mocha from 'mocha';
import { endWithParent } from './system/endWithParent';
import type { Answer, Coverage, Request } from './mutate/messages';
import { switchName } from './mutate/withMutants';

/** The time limit for one test while nothing else is measured, in milliseconds. */
const timeoutMs = 10_000;
/** The time limit for all tests of one mutant, from their duration without it, in milliseconds. */
const budgetMs = 10_000;

endWithParent();
const [loadedWith = '', ...files] = process.argv.slice(2);
let active = loadedWith === '' ? undefined : Number(loadedWith);
let ran = new Set<number>();
Object.assign(globalThis, {
  [switchName]: (id: number): boolean => {
    ran.add(id);
    return id === active;
  },
});

const mocha = new Mocha({ timeout: timeoutMs, reporter: quietReporter() });
mocha.cleanReferencesAfterRun(false);
for (const file of files) mocha.addFile(file);
await mocha.loadFilesAsync();
const loaded = ran;

/** Mocha only needs to construct a reporter that prints nothing. */
function quietReporter(): Mocha.ReporterConstructor {
  return function report() {} as unknown as Mocha.ReporterConstructor;
}

function run(watch?: (runner: Mocha.Runner) => void): Promise<number> {
  return new Promise((resolve) => {
    const runner = mocha.run(resolve);
    watch?.(runner);
  });
}

/** Runs all tests and notes which mutants' code each of them ran, its hooks included. */
async function cover(): Promise<Coverage> {
  const tests: { title: string; suites: readonly string[]; duration: number; ids: Set<number> }[] =
    [];
  const hooks = new Map<string, Set<number>>();
  ran = new Set();
  const failed: string[] = [];
  await run((runner) => {
    runner.on('hook end', ({ parent }) => {
      const suite = parent?.fullTitle() ?? '';
      hooks.set(suite, new Set([...(hooks.get(suite) ?? []), ...ran]));
      ran = new Set();
    });
    runner.on('test end', (test) => {
      if (test.state === 'failed') {
        failed.push(test.fullTitle());
        return;
      }
      const suites: string[] = [];
      for (let suite = test.parent; suite; suite = suite.parent) suites.push(suite.fullTitle());
      tests.push({ title: test.fullTitle(), suites, duration: test.duration ?? 0, ids: ran });
      ran = new Set();
    });
  });
  const titles: Record<number, string[]> = {};
  const spent: Record<number, number> = {};
  for (const { title, suites, duration, ids } of tests.sort((a, b) => a.duration - b.duration)) {
    for (const id of new Set([
      ...ids,
      ...suites.flatMap((suite) => [...(hooks.get(suite) ?? [])]),
    ])) {
      spent[id] = (spent[id] ?? 0) + duration;
      if (spent[id] <= budgetMs || !titles[id]) (titles[id] ??= []).push(title);
    }
  }
  const touching = tests.filter(({ ids }) => ids.size > 0).map(({ title }) => title);
  return { titles, loaded: [...loaded].filter((id) => !titles[id]), touching, failed };
}

async function tryMutant(id: number, titles: readonly string[]): Promise<boolean> {
  const any = titles.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  mocha.grep(new RegExp(`^(${any.join('|')})$`));
  mocha.bail(true);
  active = id;
  try {
    return (await run()) > 0;
  } finally {
    active = undefined;
  }
}

function answer(message: Answer): void {
  process.send?.(message);
}

async function serve(request: Request): Promise<void> {
  if (request.type === 'cover') {
    answer({ type: 'covered', coverage: await cover() });
  } else {
    const { id, titles } = request;
    answer({ type: 'tried', id, isNoticed: await tryMutant(id, titles) });
  }
}

process.on('message', (request: Request) => void serve(request));
