import { type Reader, readers } from './readers';
import type { Figure, Run } from '../figure';
import { startBenchService } from '../benchService';

const servers = 10_000;

/** Reading all pages with the client, compared with bare fetch, by the duration of an answer in milliseconds. */
export async function measurePages(delay: number, count: number, target: number): Promise<Figure> {
  const service = await startBenchService('listService.mjs', [servers, delay]);
  const runs: Run[] = [];
  // The first round is a warm-up and isn't counted.
  for (let round = 0; round <= count; round += 1) {
    // One at a time, so that neither disturbs the other.
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

async function measure(read: Reader, url: string): Promise<number> {
  const start = performance.now();
  const { length } = await read(url);
  const duration = performance.now() - start;
  if (length !== servers) throw new Error(`${length} servers came, and not ${servers}.`);
  return duration;
}
