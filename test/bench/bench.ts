// npm run bench [-- name …]: measures the product, comparing each figure with the best possible one on this machine right now;
// with names, only measures whose names contain one of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type BenchWindow, openBenchWindow } from './benchWindow';
import type { Figure } from './figure';
import { measureActivation } from './measures/activation';
import { measureApplying } from './measures/applying';
import { measureChecking } from './measures/checking';
import { measureDocuments } from './measures/documents';
import { measureCommandLine } from './measures/commandLine';
import { measureExporting } from './measures/exporting';
import { measureFindings, measureFleetMemory } from './measures/findings';
import { measureFirstRows } from './measures/firstRows';
import { measureMemory } from './measures/memory';
import { measureFleetPages, measurePages } from './measures/pages';
import { measureSearching } from './measures/searching';
import { measureScrolling } from './measures/scrolling';
import { measureSizes } from './measures/sizes';
import { measureStaged, measureStagedMemory } from './measures/staged';
import { resultOf } from './statistics';
import { toTable } from './table';
import { buildForPeople } from '../../scripts/package/makePackage';
import { makeRelease } from '../../scripts/package/makeRelease';
import { out, root } from '../harness/system/paths';
import { say } from '../harness/system/say';
import { makeTemporaryFolder } from '../harness/system/temporaryFolder';

const file = path.join(out, 'bench/bench.json');

const names = process.argv.slice(2).map((name) => name.toLowerCase());
const figures: Figure[] = [];
let isComplete = true;

/** Adds figures if they were requested; if they can't be measured, the others are still shown. */
async function add(
  what: string,
  measure: () => Promise<Figure | readonly Figure[]>,
): Promise<void> {
  if (names.length > 0 && !names.some((name) => what.toLowerCase().includes(name))) return;
  say(`${what} …`);
  try {
    figures.push(...[await measure()].flat());
  } catch (error) {
    isComplete = false;
    console.error(error);
  }
}

async function measureAll(): Promise<void> {
  const folder = makeTemporaryFolder('bench-package');
  const packed = path.join(folder.path, 'extension.vsix');
  await makeRelease(packed);
  // The extension that runs in the windows below.
  await buildForPeople(path.join(root, 'dist'));
  await add('Sizes', () => measureSizes(packed));
  folder.remove();
  await add('Findings', () => Promise.resolve(measureFindings(15)));
  await add('Findings in memory', () => Promise.resolve(measureFleetMemory(5)));
  await add('Checking', measureChecking);
  await add('Searching', () => measureSearching(15));
  await add('Scrolling', () => measureScrolling(5));
  await add('All pages, at once', () => measurePages(0, 15, 1.5));
  await add('All pages, over a network', () => measurePages(50, 5, 1.05));
  await add('All pages of a fleet', () => measureFleetPages(5));
  await add('Applying', () => measureApplying(3));
  await add('Staged changes', () => measureStaged(15));
  await add('Staged changes in memory', () => measureStagedMemory(5));
  await add('Exporting', measureExporting);
  await add('The command line', () => measureCommandLine(path.join(root, 'dist', 'cli.js'), 5));
  let opened: BenchWindow | undefined;
  const window = async (): Promise<BenchWindow> => (opened ??= await openBenchWindow());
  await add('Activation', async () => measureActivation(await window(), 7));
  for (const servers of [10, 100, 1_000, 10_000]) {
    await add(`First rows of ${servers} servers`, async () =>
      measureFirstRows(await window(), servers, 6),
    );
  }
  await add('Documents', async () => measureDocuments(await window(), 10));
  await add('Memory', async () => measureMemory(await window(), 5));
  await opened?.close();
}

const start = performance.now();
await measureAll();
const machine = `${availableParallelism()} cores, Node.js ${process.version}`;
console.log(`${machine}: median (least..most) of each\n\n${toTable(figures)}`);
await mkdir(path.dirname(file), { recursive: true });
const results = figures.map((figure) => ({ ...figure, ...resultOf(figure) }));
await writeFile(file, JSON.stringify({ machine, figures: results }, undefined, 2));
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(`\n${path.relative(process.cwd(), file)} has every run. It took ${seconds} s.`);
process.exitCode = isComplete && results.every(({ isMet }) => isMet !== false) ? 0 : 1;
