// npm run mutate -- <folder> [<folder of tests> …]: changes the code of a folder of src in one place after another, and
// lists the changes that no unit or contract test notices, or none of those in the given folders.
import { availableParallelism } from 'node:os';
import { allTests, buildMutated, type MutantInFile } from './mutate/buildMutated';
import { MutantProcess, type Outcome } from './mutate/mutantProcess';

const [folder = 'src/documents', ...below] = process.argv.slice(2);
const { mutants, tests } = await buildMutated(folder, below.length > 0 ? below : allTests);

const first = new MutantProcess(tests);
const { titles, loaded, touching, failed } = await first.cover();
for (const title of failed) console.log(`left out, since it fails without any mutant: ${title}`);
first.end();
const whileLoading = new Set(loaded);

const outcomes = new Map<MutantInFile, Outcome | 'not run'>();
const waiting = mutants.values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    const runner = new MutantProcess(tests);
    for (const mutant of waiting) {
      // Each process tries one mutant at a time.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await tryOne(runner, mutant);
      outcomes.set(mutant, outcome);
      if (outcome === 'survived' || outcome === 'not run') tell(mutant, outcome);
    }
    runner.end();
  }),
);

const left = [...outcomes.values()].filter((each) => each === 'survived' || each === 'not run');
const noticed = mutants.length - left.length;
const score = ((noticed / mutants.length) * 100).toFixed(1);
console.log(`${folder}: ${noticed} of ${mutants.length} changes are noticed, ${score} %.`);
process.exit(0);

async function tryOne(runner: MutantProcess, { id }: MutantInFile): Promise<Outcome | 'not run'> {
  const own = titles[id];
  if (own) return runner.try(id, own);
  if (!whileLoading.has(id) || touching.length === 0) return 'not run';
  // A table is made when its file is loaded, so only a new process has the changed one.
  const fresh = new MutantProcess(tests, id);
  try {
    return await fresh.try(id, touching);
  } finally {
    fresh.end();
  }
}

function tell(mutant: MutantInFile, outcome: string): void {
  const { file, line, before, after, isStatement } = mutant;
  const change = isStatement ? `without ${before}` : `${before} → ${after}`;
  console.log(`${outcome}: ${file}:${line} ${change.replaceAll(/\s+/g, ' ')}`);
}
