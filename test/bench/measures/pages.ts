import { type Reader, readers } from './readers';
import type { Figure, Run } from '../figure';
import { startBenchService } from '../benchService';

const servers = 10_000;

/** The size of a large fleet, and how long reading it may take over a slow network, in milliseconds. */
const fleet = { servers: 1_000, answerMs: 100, limitMs: 900 };

/** Reading all pages with the client, compared with bare fetch, by the duration of an answer in milliseconds. */
export async function measurePages(delay: number, count: number, target: number): Promise<Figure> {
  const service = await startBenchService('listService.mjs', [servers, delay]);
  const runs: Run[] = [];
  // The first round is a warm-up and isn't counted.
  for (let round = 0; round <= count; round += 1) {
    // One at a time, so that neither disturbs the other.
    const floor = await measure(readers.bare, service.url, servers);
    const ours = await measure(readers.client, service.url, servers);
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

/** Reading a large fleet over a slow network, compared with the limit. */
export async function measureFleetPages(count: number): Promise<Figure> {
  const { servers, answerMs, limitMs } = fleet;
  const service = await startBenchService('listService.mjs', [servers, answerMs]);
  const runs: Run[] = [];
  while (runs.length < count) {
    runs.push({ ours: await measure(readers.client, service.url, servers), floor: limitMs });
  }
  service.stop();
  return {
    name: `read ${servers} servers, ${answerMs} ms an answer`,
    unit: 'ms',
    floor: 'its limit',
    runs,
    target: 1,
  };
}

async function measure(read: Reader, url: string, count: number): Promise<number> {
  const start = performance.now();
  const { length } = await read(url);
  const duration = performance.now() - start;
  if (length !== count) throw new Error(`${length} servers came, and not ${count}.`);
  return duration;
}
