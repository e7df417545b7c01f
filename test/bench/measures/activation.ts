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
    // oxlint-disable-next-line no-await-in-loop
    await window.host.call('rest');
    // The first pays for what no other extension has to do again.
    const ids = [first, before, ours, after];
    // oxlint-disable-next-line no-await-in-loop
    const durations = await window.host.call<number[]>('activation', { ids });
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
