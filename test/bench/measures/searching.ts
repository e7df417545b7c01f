import { MemoryFolder } from '../../support/memoryFolder';
import { IndexStorage, ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { Figure, Run } from '../figure';

const account = 'bench';
const servers = 2_000;
/** How many of each kind a server has, and the name of the first one. */
const contents: readonly (readonly [kind: KindId, count: number, label: string, detail: string])[] =
  [
    ['webApplication', 19, 'shop', 'Native · PHP 8.3'],
    ['cronJob', 60, 'Nightly backup', 'Every day at 02:30'],
    ['supervisorJob', 10, 'Queue worker', 'php artisan queue:work'],
    ['firewallRule', 10, 'TCP 8080', '192.0.2.7'],
  ];
const total = servers * contents.reduce((sum, [, count]) => sum + count, 1);
const name = `${total.toLocaleString('en')} resources`;

/** What a person types, key by key: common and rare words, several words, an id, an address, and no match. */
const queries = ['nightly', 'shop-frankfurt 17', 'worker 9', '1999', '192.0.2', 'qqq', 'php 8'];
/** As many as *Go to Resource* lists. */
const mostFound = 200;

/** How long the index of a large fleet takes per typed key, and how long storing it blocks. */
export async function measureSearching(count: number): Promise<readonly Figure[]> {
  const index = fill(new ResourceIndex());
  return [
    { ...measureKeys(index, count), target: 1 },
    { ...(await measureKeeping(index, count)), target: 1 },
  ];
}

/** The slowest of a hundred keys, compared with the limit. */
function measureKeys(index: ResourceIndex, count: number): Figure {
  const runs: Run[] = [];
  while (runs.length < count) {
    const keys = queries
      .flatMap((query) => Array.from(query, (_, end) => query.slice(0, end + 1)))
      .map((typed) => {
        const start = performance.now();
        index.search(typed, mostFound);
        return performance.now() - start;
      });
    const slowest = keys.toSorted((one, other) => one - other).at(Math.floor(keys.length * 0.99));
    runs.push({ ours: slowest ?? Number.NaN, floor: 30 });
  }
  return { name: `search ${name}, 99 of 100 keys`, unit: 'ms', floor: 'its limit', runs };
}

/** The longest time in which nothing else can run while the index is stored, compared with the limit. */
async function measureKeeping(index: ResourceIndex, count: number): Promise<Figure> {
  const runs: Run[] = [];
  while (runs.length < count) {
    const storage = new IndexStorage(index, new MemoryFolder());
    // One at a time, so that neither disturbs the other.
    runs.push({ ours: await longestBlock(() => storage.keep(account)), floor: 50 });
  }
  return { name: `longest block storing ${name}`, unit: 'ms', floor: 'its limit', runs };
}

async function longestBlock(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = performance.now();
  const watch = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(watch);
  };
  setImmediate(watch);
  await act();
  isDone = true;
  watch();
  return longest;
}

function fill(index: ResourceIndex): ResourceIndex {
  const put = (
    kind: KindId,
    parents: readonly number[],
    labels: readonly string[],
    detail: string,
  ) =>
    index.put({
      collection: { account, kind, parents },
      entries: labels.map((label, at) => ({ id: at + 1, label, detail })),
      readAt: Date.now(),
    });
  const range = (length: number, toLabel: (at: number) => string): readonly string[] =>
    Array.from({ length }, (_, at) => toLabel(at));
  put(
    'server',
    [],
    range(servers, (at) => `shop-frankfurt-${at}`),
    '192.0.2.7',
  );
  for (let server = 1; server <= servers; server += 1) {
    for (const [kind, count, label, detail] of contents)
      put(
        kind,
        [server],
        range(count, (at) => `${label} ${at} of ${server}`),
        detail,
      );
  }
  return index;
}
