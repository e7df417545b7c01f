import { atOnce } from '../../../src/base/pieces';
import { evaluate } from '../../../src/findings/evaluate';
import { findAreas } from '../../../src/findings/areas';
import type { Knowledge } from '../../../src/findings/knowledge';
import { account, fleetSize, makeFleet, toFleet } from '../benchFleet';
import type { Figure, Run } from '../figure';
import { heldMegabytes } from '../heldMegabytes';

/** How long it takes to apply the rules to a large fleet and to draw it, compared with the limits. */
export function measureFindings(count: number): readonly Figure[] {
  return [
    measure(`findings in ${fleetSize}`, count, 200, judge),
    measure(`the page of ${fleetSize}`, count, 300, draw),
  ];
}

/** Measures a new fleet in each run, with schedules never seen before. */
function measure(
  name: string,
  count: number,
  limit: number,
  act: (knowledge: Knowledge) => unknown,
): Figure {
  const runs: Run[] = [];
  while (runs.length < count) {
    const knowledge = makeFleet(runs.length + 2);
    const start = performance.now();
    act(knowledge);
    runs.push({ ours: performance.now() - start, floor: limit });
  }
  return { name, unit: 'ms', floor: 'its limit', runs, target: 1 };
}

/** The memory that the rules and the fleet overview retain, compared with the limit. */
export function measureFleetMemory(count: number): Figure {
  const runs: Run[] = [];
  const held: unknown[] = [];
  while (runs.length < count) {
    const before = heldMegabytes();
    const knowledge = makeFleet(runs.length + 2);
    held.push([knowledge, judge(knowledge), draw(knowledge)]);
    runs.push({ ours: heldMegabytes() - before, floor: 40 });
  }
  held.length = 0;
  return { name: `memory of ${fleetSize}`, unit: 'MB', floor: 'its limit', runs, target: 1 };
}

function judge(knowledge: Knowledge): unknown {
  const context = { now: Date.now(), isPending: () => false };
  return [atOnce(evaluate(knowledge, context)), atOnce(findAreas(knowledge, [account]))];
}

/** The whole page. */
function draw(knowledge: Knowledge): unknown {
  const fleet = toFleet(knowledge);
  return [fleet, fleet.model()];
}
