import type { Figure, Run } from '../figure';
import { heldMegabytes } from '../heldMegabytes';
import { MemoryFolder } from '../../support/memoryFolder';
import { systemClock } from '../../../src/api/scheduling/clock';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import { SharedValues } from '../../../src/resources/storage/sharedValues';

const items = 10_000;
/** How long a new window may take to load them, in milliseconds. */
const limit = 1_000;
/** How much memory a window may retain for them, in MB. */
const memoryLimit = 30;
const size = `${items.toLocaleString('en')} staged changes`;
const paths = Array.from({ length: items }, (_, index) => {
  return `/Bench/server-${index % 100}/Cron Jobs/Job ${index}.cron-job.json`;
});

/** Reading many staged changes in a new window and finding each by its path, compared with the limit. */
export async function measureStaged(count: number): Promise<Figure> {
  const folder = await stageAll();
  const runs: Run[] = [];
  while (runs.length < count) {
    const start = performance.now();
    await readAll(folder);
    runs.push({ ours: performance.now() - start, floor: limit });
  }
  return { name: `read ${size}`, unit: 'ms', floor: 'their limit', runs, target: 1 };
}

/** The memory that a window retains for many staged changes, compared with the limit. */
export async function measureStagedMemory(count: number): Promise<Figure> {
  const folder = await stageAll();
  const runs: Run[] = [];
  const held: PendingChanges[] = [];
  while (runs.length < count) {
    const before = heldMegabytes();
    held.push(await readAll(folder));
    runs.push({ ours: heldMegabytes() - before, floor: memoryLimit });
  }
  return { name: `memory of ${size}`, unit: 'MB', floor: 'its limit', runs, target: 1 };
}

async function stageAll(): Promise<MemoryFolder> {
  const folder = new MemoryFolder();
  await openOn(folder).stage(
    paths.map((path, index) => ({
      reference: { account: 'bench', kind: 'cronJob', ids: [index % 100, index + 1] },
      origin: 'person' as const,
      path,
      changes: [{ path: ['command'], before: 'true', after: `echo ${index}` }],
    })),
  );
  return folder;
}

/** Like a new window, which finds each change by the path of its document. */
async function readAll(folder: MemoryFolder): Promise<PendingChanges> {
  const pending = openOn(folder);
  await pending.refresh();
  const found = paths.filter((path) => pending.findPath(path)).length;
  if (found !== items) throw new Error(`${found} of ${items} were found.`);
  return pending;
}

function openOn(folder: MemoryFolder): PendingChanges {
  const values = new SharedValues('bench', folder, () => undefined);
  return new PendingChanges(values, systemClock);
}
