import path from 'node:path';
import type { BenchWindow } from '../benchWindow';
import { ours } from '../extensions';
import type { Figure, Run } from '../figure';
import { makeTemporaryFolder } from '../../harness/system/temporaryFolder';

/** Loading what the first rows need, with code that an earlier window compiled, compared with compiling it. */
export async function measureLoading(window: BenchWindow, count: number): Promise<Figure> {
  const folder = makeTemporaryFolder('bench-compiled');
  const load = async (name: string): Promise<number> => {
    await window.renew();
    await window.host.call('rest');
    return window.host.call('loading', { id: ours, compiled: path.join(folder.path, name) });
  };
  await load('stored');
  const runs: Run[] = [];
  while (runs.length < count) {
    // oxlint-disable-next-line no-await-in-loop
    const floor = await load(`none-${runs.length}`);
    // oxlint-disable-next-line no-await-in-loop
    runs.push({ ours: await load('stored'), floor });
  }
  folder.remove();
  return {
    name: 'loading what the first rows need',
    unit: 'ms',
    floor: 'compiling it, as in the first window',
    runs,
    target: 0.75,
  };
}
