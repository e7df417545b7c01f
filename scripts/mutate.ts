// npm run mutate -- <folder> [<folder of tests> …] [--laws] [--processes <number>]: changes the code of a folder of src in
// one place after another, and lists the changes that no unit or contract test notices, or none of those in the given
// folders. A file may stand for any folder. With --laws, what they don't notice is tried with the random laws too.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allTests, buildMutated, lawTests, type MutantInFile } from './mutate/buildMutated';
import { type Result, tryMutants } from './mutate/tryMutants';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { laws: { type: 'boolean' }, processes: { type: 'string' } },
});
const [folder = 'src/documents', ...below] = positionals;
const processes = Number(values.processes ?? availableParallelism());
const stages = [below.length > 0 ? below : allTests, ...(values.laws ? [lawTests] : [])];

const { mutants, tests } = await buildMutated(folder, stages);
const results = new Map<MutantInFile, Result>();
for (const files of tests) {
  const left = mutants.filter((each) => isLeft(results.get(each)));
  if (results.size > 0) console.log(`${scoreOf()} Now those that are left are tried with laws.`);
  // Mutants that survive one stage are tried in the next.
  await tryMutants(left, {
    files,
    processes,
    leftOut: (title) => console.log(`left out, since it fails without any mutant: ${title}`),
    tried(mutant, result) {
      if (result !== 'not run' || !results.has(mutant)) results.set(mutant, result);
      if (files === tests.at(-1)) tell(mutant, results.get(mutant));
    },
  });
}

console.log(scoreOf());
process.exit(0);

function scoreOf(): string {
  const noticed = mutants.filter((each) => !isLeft(results.get(each))).length;
  const score = ((noticed / mutants.length) * 100).toFixed(1);
  return `${folder}: ${noticed} of ${mutants.length} changes are noticed, ${score} %.`;
}

function isLeft(result: Result | undefined): boolean {
  return result !== 'noticed' && result !== 'endless';
}

function tell(mutant: MutantInFile, result: Result | undefined): void {
  if (!isLeft(result)) return;
  const { file, line, before, after, isStatement } = mutant;
  const change = isStatement ? `without ${before}` : `${before} → ${after}`;
  console.log(`${result}: ${file}:${line} ${change.replaceAll(/\s+/g, ' ')}`);
}
