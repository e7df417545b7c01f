import { evaluate } from '../../../src/findings/evaluate';
import { findAreas } from '../../../src/findings/areas';
import { Knowledge } from '../../../src/findings/knowledge';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { Figure, Run } from '../figure';

const servers = 500;
const applications = 5_000;
const jobs = 20_000;
/** The most that the rules may take, in milliseconds. */
const limit = 200;

/** How long the rules take for what needs attention of a large fleet, beside their limit. */
export function measureFindings(count: number): Figure {
  const knowledge = makeFleet();
  const surroundings = { now: Date.now(), mostJobsPerMinute: 10, isPending: () => false };
  const runs: Run[] = [];
  while (runs.length < count) {
    const start = performance.now();
    evaluate(knowledge, surroundings);
    findAreas(knowledge, ['bench']);
    runs.push({ ours: performance.now() - start, floor: limit });
  }
  const name = `findings in ${servers} servers, ${applications.toLocaleString('en')} applications and ${jobs.toLocaleString('en')} jobs`;
  return { name, unit: 'ms', floor: 'its limit', runs, target: 1 };
}

function makeFleet(): Knowledge {
  const knowledge = new Knowledge();
  const account = 'bench';
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
        time: `${(index * 7 + Number(id)) % 60} ${index % 3 ? '*' : index % 24} * * ${index % 7}`,
        username: index % 10 ? 'web' : 'root',
        enabled: 1,
      })),
    );
    add('firewallRule', [{ id: 1, port: '3306', protocol: 'tcp', ipAddress: '192.0.2.1' }]);
  }
  return knowledge;
}
