// npm run mutate -- <folder>: changes the code of a folder of src in one place after another, and lists the changes that
// no unit or contract test notices.
import { availableParallelism } from 'node:os';
import { buildMutated, type MutantInFile } from './mutate/buildMutated';
import { MutantProcess, type Outcome } from './mutate/mutantProcess';

const [folder = 'src/documents'] = process.argv.slice(2);
const { mutants, tests } = await buildMutated(folder);

const first = new MutantProcess(tests);
const { titles, failed } = await first.cover();
for (const title of failed) console.log(`left out, since it fails without any mutant: ${title}`);
first.end();

const outcomes = new Map<MutantInFile, Outcome | 'not run'>();
const waiting = mutants.values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    const runner = new MutantProcess(tests);
    for (const mutant of waiting) {
      const own = titles[mutant.id];
      // Each process tries one mutant at a time.
      // oxlint-disable-next-line no-await-in-loop
      const outcome = own ? await runner.try(mutant.id, own) : 'not run';
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

function tell(mutant: MutantInFile, outcome: string): void {
  const { file, line, before, after, isStatement } = mutant;
  const change = isStatement ? `without ${before}` : `${before} → ${after}`;
  console.log(`${outcome}: ${file}:${line} ${change.replaceAll(/\s+/g, ' ')}`);
}
