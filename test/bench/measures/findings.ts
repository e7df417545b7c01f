import { evaluate } from '../../../src/findings/evaluate';
import { findAreas } from '../../../src/findings/areas';
import { Knowledge } from '../../../src/findings/knowledge';
import { Fleet } from '../../../src/fleet/fleet';
import { formatsOf } from '../../../src/base/formats';
import type { Target } from '../../../src/resources/reference';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { Figure, Run } from '../figure';

const servers = 500;
const applications = 5_000;
const jobs = 20_000;
const account = 'bench';
const size = `${servers} servers, ${applications.toLocaleString('en')} applications and ${jobs.toLocaleString('en')} jobs`;

/** How long what is known of a large fleet takes to judge and to draw, beside the limits. */
export function measureFindings(count: number): readonly Figure[] {
  return [
    measure(`findings in ${size}`, count, 200, judge),
    measure(`when ${jobs.toLocaleString('en')} jobs run`, count, 300, schedule),
  ];
}

/** Measures a fleet of its own in each run, whose schedules were never seen before. */
function measure(
  name: string,
  count: number,
  limit: number,
  act: (knowledge: Knowledge) => void,
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

function judge(knowledge: Knowledge): void {
  evaluate(knowledge, { now: Date.now(), mostJobsPerMinute: 10, isPending: () => false });
  findAreas(knowledge, [account]);
}

function schedule(knowledge: Knowledge): void {
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
  fleet.schedule();
}

/** @param lastDay of the month, until which jobs run: it makes their schedules new. */
function makeFleet(lastDay: number): Knowledge {
  const knowledge = new Knowledge();
  const range = (length: number, toItem: (index: number) => Resource): readonly Resource[] =>
    Array.from({ length }, (_, index) => ({ id: index + 1, ...toItem(index) }));
  const all = range(servers, (index) => ({
    online: index % 50 !== 0,
    connected: true,
    securityUpdate: index % 20 !== 0,
    phpCLIVersion: 'php83',
  }));
  knowledge.addList({
    collection: { account, kind: 'server', parents: [] },
    items: all,
    isWhole: true,
  });
  for (const { id } of all) {
    const parents = [Number(id)];
    const add = (kind: 'webApplication' | 'cronJob' | 'firewallRule', items: readonly Resource[]) =>
      knowledge.addList({ collection: { account, kind, parents }, items, isWhole: true });
    add(
      'webApplication',
      range(applications / servers, (index) => ({ phpVersion: index % 5 ? 'php83' : 'php81' })),
    );
    add(
      'cronJob',
      range(jobs / servers, (index) => ({
        time: `${(index * 7 + Number(id)) % 60} ${index % 3 ? '*' : index % 24} 1-${lastDay} * ${index % 7}`,
        username: index % 10 ? 'web' : 'root',
        enabled: 1,
      })),
    );
    add('firewallRule', [{ id: 1, port: '3306', protocol: 'tcp', ipAddress: '192.0.2.1' }]);
  }
  return knowledge;
}
