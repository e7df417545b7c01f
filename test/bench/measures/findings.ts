import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { evaluate } from '../../../src/findings/evaluate';
import { findAreas } from '../../../src/findings/areas';
import type { Knowledge } from '../../../src/findings/knowledge';
import { Fleet } from '../../../src/fleet/fleet';
import { formatsOf } from '../../../src/base/formats';
import type { Target } from '../../../src/resources/reference';
import { account, fleetSize, jobCount, makeFleet } from '../benchFleet';
import type { Figure, Run } from '../figure';

const megabyte = 1024 * 1024;

/** How long what is known of a large fleet takes to judge and to draw, beside the limits. */
export function measureFindings(count: number): readonly Figure[] {
  return [
    measure(`findings in ${fleetSize}`, count, 200, judge),
    measure(`when ${jobCount} run`, count, 300, schedule),
  ];
}

/** Measures a fleet of its own in each run, whose schedules were never seen before. */
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

/** Everything that the rules and the fleet overview hold on to, beside the limit. */
export function measureFleetMemory(count: number): Figure {
  const runs: Run[] = [];
  const held: unknown[] = [];
  while (runs.length < count) {
    const before = heldBytes();
    const knowledge = makeFleet(runs.length + 2);
    held.push([knowledge, judge(knowledge), draw(knowledge)]);
    runs.push({ ours: (heldBytes() - before) / megabyte, floor: 40 });
  }
  held.length = 0;
  return { name: `memory of ${fleetSize}`, unit: 'MB', floor: 'its limit', runs, target: 1 };
}

function judge(knowledge: Knowledge): unknown {
  const surroundings = { now: Date.now(), mostJobsPerMinute: 10, isPending: () => false };
  return [evaluate(knowledge, surroundings), findAreas(knowledge, [account])];
}

function schedule(knowledge: Knowledge): unknown {
  return toFleet(knowledge).schedule();
}

/** The whole page. */
function draw(knowledge: Knowledge): unknown {
  const fleet = toFleet(knowledge);
  return [fleet, fleet.model(), fleet.schedule()];
}

function toFleet(knowledge: Knowledge): Fleet {
  const t = (text: string): string => text;
  const labelOf = ({ kind }: Target): string => kind;
  const fleet = new Fleet();
  fleet.update({
    knowledge,
    findings: [],
    areas: [],
    accounts: [],
    t,
    formats: formatsOf('en'),
    now: Date.now(),
    labelOf,
    pathOf: labelOf,
    regionOf: t,
    describeUnchecked: String,
    nameSeverity: t,
  });
  return fleet;
}

/** What this process holds on to after garbage was collected, in bytes. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
