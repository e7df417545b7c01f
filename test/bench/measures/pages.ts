import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Reader, readers } from './readers';
import type { Figure, Run } from '../figure';
import { out } from '../../harness/system/paths';

interface Service {
  readonly url: string;
  stop(): void;
}

const servers = 10_000;

/** Reading all pages with the client beside bare fetch, by how long an answer takes, in milliseconds. */
export async function measurePages(delay: number, count: number, target: number): Promise<Figure> {
  const service = await startService(delay);
  const runs: Run[] = [];
  // The first round warms up: it is not counted.
  for (let round = 0; round <= count; round += 1) {
    // One after the other, so that neither disturbs the other.
    // oxlint-disable-next-line no-await-in-loop
    const floor = await measure(readers.bare, service.url);
    // oxlint-disable-next-line no-await-in-loop
    const ours = await measure(readers.client, service.url);
    if (round > 0) runs.push({ ours, floor });
  }
  service.stop();
  const when = delay === 0 ? 'answers at once' : `${delay} ms an answer`;
  return {
    name: `read all pages, ${when}`,
    unit: 'ms',
    floor: 'bare fetch, as many at a time',
    runs,
    target,
  };
}

/** In a process of its own, so that it takes no time from what is measured. */
async function startService(delay: number): Promise<Service> {
  const script = path.join(out, 'test/bench/measures/listService.mjs');
  const child = fork(script, [String(servers), String(delay)]);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

async function measure(read: Reader, url: string): Promise<number> {
  const start = performance.now();
  const { length } = await read(url);
  const duration = performance.now() - start;
  if (length !== servers) throw new Error(`${length} servers came, and not ${servers}.`);
  return duration;
}
