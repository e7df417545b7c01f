import type { Figure } from '../figure';
import { startBenchService } from '../benchService';
import { heldMegabytes } from '../heldMegabytes';
import { startWatch } from '../watch';
import { clientOf } from '../../support/testClient';
import { exportFolder } from '../../../src/pending/folders/exportFolder';
import type { Disk } from '../../../src/pending/folders/folderFiles';
import { toReading, walkTree } from '../../../src/pending/folders/readTree';
import { ResourceClient } from '../../../src/resources/resourceClient';

const servers = 20_000;
/** A server with its SSH settings, and an item in each of four lists. */
const filesPerServer = 6;
const limits = { ms: 600_000, megabytes: 300, blockMs: 100 };

/** Exporting a large account to files that are let go at once, compared with the limits. */
export async function measureExporting(): Promise<readonly Figure[]> {
  // What is loaded and compiled with the first export isn't the next one's.
  await exportAll(100);
  const baseline = heldMegabytes();
  const watch = startWatch();
  const start = performance.now();
  await exportAll(servers);
  const ms = performance.now() - start;
  const { blockMs, megabytes } = watch.stop();
  const what = `exporting ${servers.toLocaleString('en')} servers with four lists each`;
  const one = { floor: 'its limit', target: 1 } as const;
  return [
    { ...one, name: what, unit: 'ms', runs: [{ ours: ms, floor: limits.ms }] },
    {
      ...one,
      name: `${what}, the most memory held`,
      unit: 'MB',
      runs: [{ ours: megabytes - baseline, floor: limits.megabytes }],
    },
    {
      ...one,
      name: `${what}, the longest block`,
      unit: 'ms',
      runs: [{ ours: blockMs, floor: limits.blockMs }],
    },
  ];
}

async function exportAll(count: number): Promise<void> {
  const service = await startBenchService('fleetService.mjs', [count]);
  const api = clientOf(service.url);
  const client = new ResourceClient({ client: () => Promise.resolve(api) });
  const exported = await exportFolder(nowhere, {
    account: { id: 'bench', label: 'Bench', service: service.url },
    scopes: 'account',
    nameOf: ({ ids }) => String(ids.at(-1)),
    walk: (visitor) =>
      walkTree(toReading(client, { id: 'bench', authentication: 'token' }, {}), 'account', visitor),
  });
  service.stop();
  if (exported.stopped || exported.count !== count * filesPerServer) {
    throw new Error(`${exported.count} files came: ${String(exported.stopped?.error)}`);
  }
}

const nowhere: Disk = {
  list: () => Promise.resolve([]),
  read: () => Promise.resolve(undefined),
  write: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
  delete: () => Promise.resolve(),
};
