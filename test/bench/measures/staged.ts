import type { Figure, Run } from '../figure';
import { MemoryFolder } from '../../support/memoryFolder';
import { systemClock } from '../../../src/api/scheduling/clock';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import { SharedValues } from '../../../src/resources/memory/sharedValues';

const items = 10_000;
/** The most that a new window may take until it has them, in milliseconds. */
const limit = 1_000;

/** Reading many staged changes in a new window and finding each by its path, beside their limit. */
export async function measureStaged(count: number): Promise<Figure> {
  const folder = new MemoryFolder();
  const paths = Array.from({ length: items }, (_, index) => {
    return `/Bench/server-${index % 100}/Cron Jobs/Job ${index}.cron-job.json`;
  });
  await openOn(folder).stage(
    paths.map((path, index) => ({
      reference: { account: 'bench', kind: 'cronJob', ids: [index % 100, index + 1] },
      path,
      changes: [{ path: ['command'], before: 'true', after: `echo ${index}` }],
    })),
  );
  const runs: Run[] = [];
  while (runs.length < count) {
    const start = performance.now();
    const pending = openOn(folder);
    // oxlint-disable-next-line no-await-in-loop
    await pending.refresh();
    const found = paths.filter((path) => pending.findPath(path)).length;
    runs.push({ ours: performance.now() - start, floor: limit });
    pending.dispose();
    if (found !== items) throw new Error(`${found} of ${items} were found.`);
  }
  const name = `read ${items.toLocaleString('en')} staged changes`;
  return { name, unit: 'ms', floor: 'their limit', runs, target: 1 };
}

function openOn(folder: MemoryFolder): PendingChanges {
  const values = new SharedValues({ name: 'bench', folder, note: () => undefined });
  return new PendingChanges(values, systemClock);
}
