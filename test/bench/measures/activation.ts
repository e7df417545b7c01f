import type { BenchWindow } from '../benchWindow';
import { empty, ours } from '../extensions';
import type { Figure, Run } from '../figure';

/** Activation beside that of an empty extension in the same host, each run in a host of its own. */
export async function measureActivation(window: BenchWindow, count: number): Promise<Figure> {
  const [first = '', before = '', after = ''] = empty;
  const runs: Run[] = [];
  while (runs.length < count) {
    // oxlint-disable-next-line no-await-in-loop
    await window.renew();
    const durations: number[] = [];
    // The first pays for what no other extension has to do again.
    for (const id of [first, before, ours, after]) {
      // What one leads to is not to be counted as the next one's.
      // oxlint-disable-next-line no-await-in-loop
      await window.host.call('rest');
      // oxlint-disable-next-line no-await-in-loop
      durations.push(await window.host.call<number>('activation', { id }));
    }
    const [, early = Number.NaN, own = Number.NaN, late = Number.NaN] = durations;
    runs.push({ ours: own, floor: (early + late) / 2 });
  }
  return {
    name: 'activation',
    unit: 'ms',
    floor: 'an empty extension in the same host',
    runs,
    target: 1.5,
  };
}
