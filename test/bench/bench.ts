// npm run bench: measures the product, each figure beside the least that it could be on this machine and now.
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type BenchWindow, openBenchWindow } from './benchWindow';
import type { Figure } from './figure';
import { measureActivation } from './measures/activation';
import { measureDocuments } from './measures/documents';
import { measureFirstRows } from './measures/firstRows';
import { measureMemory } from './measures/memory';
import { measurePages } from './measures/pages';
import { measureRequests } from './measures/requests';
import { measureSizes } from './measures/sizes';
import { resultOf } from './statistics';
import { toTable } from './table';
import { makePackage } from '../harness/package/makePackage';
import { out } from '../harness/system/paths';
import { say } from '../harness/system/say';
import { makeTemporaryFolder } from '../harness/system/temporaryFolder';

const file = path.join(out, 'bench/bench.json');

async function measureAll(): Promise<readonly Figure[]> {
  const folder = makeTemporaryFolder('bench-package');
  const packed = path.join(folder.path, 'extension.vsix');
  say('Packing …');
  await makePackage(packed);
  const figures: Figure[] = [...(await measureSizes(packed))];
  folder.remove();
  say('Reading all pages …');
  figures.push(await measurePages(0, 15, 1.5), await measurePages(50, 5, 1.05));
  const window = await openBenchWindow();
  try {
    figures.push(...(await measureInWindow(window)));
  } finally {
    await window.close();
  }
  say('Counting requests …');
  figures.push(...(await measureRequests()));
  return figures;
}

async function measureInWindow(window: BenchWindow): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  say('Activating …');
  figures.push(await measureActivation(window, 7));
  for (const servers of [10, 100, 1_000, 10_000]) {
    say(`Showing ${servers} servers …`);
    // oxlint-disable-next-line no-await-in-loop
    figures.push(...(await measureFirstRows(window, servers, 5)));
  }
  say('Opening and saving …');
  figures.push(...(await measureDocuments(window, 10)));
  say('Filling the memory …');
  figures.push(...(await measureMemory(window, 5)));
  return figures;
}

const start = performance.now();
const figures = await measureAll();
const machine = `${availableParallelism()} cores, Node.js ${process.version}`;
console.log(`${machine}: median (least..most) of each\n\n${toTable(figures)}`);
await mkdir(path.dirname(file), { recursive: true });
const results = figures.map((figure) => ({ ...figure, ...resultOf(figure) }));
await writeFile(file, JSON.stringify({ machine, figures: results }, undefined, 2));
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(`\n${path.relative(process.cwd(), file)} has every run. It took ${seconds} s.`);
process.exitCode = results.every(({ isMet }) => isMet !== false) ? 0 : 1;
