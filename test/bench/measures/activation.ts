import type { BenchWindow } from '../benchWindow';
import { bare, empty, ours } from '../extensions';
import type { Figure, Run } from '../figure';

/** How long activation may take on a machine with 2 cores, in milliseconds. */
const limitMs = 12;

/**
 * Activation, compared with an empty extension in the same host, one that registers the same, and
 * the limit.
 */
export async function measureActivation(
  window: BenchWindow,
  count: number,
): Promise<readonly Figure[]> {
  const besideEmpty: Run[] = [];
  const besideBare: Run[] = [];
  while (besideEmpty.length < count) {
    const run = await activateIn(window, ours);
    const least = await activateIn(window, bare);
    besideEmpty.push(run);
    besideBare.push({ ours: run.ours, floor: least.ours });
  }
  return [
    {
      name: 'activation',
      unit: 'ms',
      floor: 'an empty extension in the same host',
      runs: besideEmpty,
    },
    {
      name: 'activation',
      unit: 'ms',
      floor: 'one that registers the same and does nothing',
      runs: besideBare,
      target: 1,
    },
    {
      name: 'activation',
      unit: 'ms',
      floor: 'its limit',
      runs: besideEmpty.map(({ ours }) => ({ ours, floor: limitMs })),
      target: 1,
    },
  ];
}

/** Activates an extension in a host of its own, between two empty ones. */
async function activateIn(window: BenchWindow, id: string): Promise<Run> {
  const [first = '', before = '', after = ''] = empty;
  await window.renew();
  const durations: number[] = [];
  // The first one includes work that isn't repeated for others.
  for (const each of [first, before, id, after]) {
    // Work caused by one extension must not count for the next.
    await window.host.call('rest');
    durations.push(await window.host.call<number>('activation', { id: each }));
  }
  const [, early = Number.NaN, own = Number.NaN, late = Number.NaN] = durations;
  return { ours: own, floor: (early + late) / 2 };
}
