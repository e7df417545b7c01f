import type { Figure, Run } from '../figure';
import { startBenchService } from '../benchService';
import { MemoryFolder } from '../../support/memoryFolder';
import { openGuard } from '../../support/openGuard';
import { clientOf } from '../../support/testClient';
import { systemClock } from '../../../src/api/scheduling/clock';
import { writeResource } from '../../../src/documents/writing/writeResource';
import { applyChanges } from '../../../src/pending/applyChanges';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import { SharedValues } from '../../../src/resources/storage/sharedValues';
import { ResourceClient } from '../../../src/resources/resourceClient';
import type { ResourceReference } from '../../../src/resources/reference';

/** As many as the client's concurrent requests. */
const servers = 4;
const jobsPerServer = 50;
const delay = 50;
const headers = {
  Accept: 'application/json',
  'Content-Type': 'application/json',
  Authorization: 'Bearer bench',
};

/** Applying staged changes, compared with a bare loop of the same requests. */
export async function measureApplying(count: number): Promise<Figure> {
  const service = await startBenchService('jobService.mjs', [delay]);
  const runs: Run[] = [];
  // The first round is a warm-up and isn't counted.
  for (let round = 0; round <= count; round += 1) {
    const floor = await time(() => changeBarely(service.url, `bare ${round}`));
    const ours = await time(await stage(service.url, `ours ${round}`));
    if (round > 0) runs.push({ ours, floor });
  }
  service.stop();
  const name = `apply ${servers * jobsPerServer} staged changes, ${delay} ms an answer`;
  return { name, unit: 'ms', floor: 'bare fetch of the same requests', runs, target: 1.05 };
}

const jobs = (server: number): readonly ResourceReference[] =>
  Array.from({ length: jobsPerServer }, (_, index) => {
    return { account: 'bench', kind: 'cronJob', ids: [server, index + 1] };
  });
const allServers = Array.from({ length: servers }, (_, index) => index + 1);

/** Reads, writes and reads again, in order within a server: the answer to the write has no job. */
async function changeBarely(url: string, command: string): Promise<void> {
  const send = async (ids: ResourceReference['ids'], body?: object): Promise<unknown> => {
    const [server, id] = ids;
    const method = body ? { method: 'PATCH', body: JSON.stringify(body) } : {};
    const path = `${url}/api/v3/servers/${server}/cronjobs/${id}`;
    return JSON.parse(await (await fetch(path, { headers, ...method })).text());
  };
  const time = { minute: '1', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
  await Promise.all(
    allServers.map(async (server) => {
      for (const { ids } of jobs(server)) {
        await send(ids);
        await send(ids, { label: `Job ${ids[1]}`, username: 'root', command, ...time });
        await send(ids);
      }
    }),
  );
}

/** Stages changes; returns a function that applies them. */
async function stage(url: string, command: string): Promise<() => Promise<void>> {
  const api = clientOf(url);
  const client = new ResourceClient({ client: () => Promise.resolve(api) });
  const values = new SharedValues('bench', new MemoryFolder(), () => undefined);
  const pending = new PendingChanges(values, systemClock);
  const references = allServers.flatMap(jobs);
  const [first] = references;
  if (!first) throw new TypeError('There is nothing to stage.');
  const before = (await client.readWhole(first))['command'] as string;
  await pending.stage(
    references.map((reference) => ({
      reference,
      origin: 'person' as const,
      path: `/Bench/${reference.ids.join('/')}.cron-job.json`,
      changes: [{ path: ['command'], before, after: command }],
    })),
  );
  const around = {
    client,
    clock: systemClock,
    guard: openGuard,
    noteRead: () => undefined,
    noteWrite: () => undefined,
  };
  return async () => {
    const applied = await applyChanges(
      {
        pending,
        documents: {
          change: (reference, toSides, options) =>
            writeResource(around, { reference, toSides }, options?.progress),
        },
        createOrDelete: () => Promise.reject(new TypeError('Nothing is created or deleted here.')),
        describeError: String,
      },
      pending.all,
    );
    if (applied?.done !== references.length) throw new Error(JSON.stringify(applied));
  };
}

async function time(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
