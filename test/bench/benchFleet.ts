import { Knowledge } from '../../src/findings/knowledge';
import { Fleet } from '../../src/panels/fleet/fleet';
import type { Resource } from '../../src/resources/kinds/kind';
import type { Target } from '../../src/resources/reference';

const servers = 500;
const applications = 5_000;
const jobs = 20_000;

/** The only account of the fleet. */
export const account = 'bench';
/** The number of cron jobs of the fleet, in words. */
export const jobCount = `${jobs.toLocaleString('en')} jobs`;
/** The size of the fleet, in words. */
export const fleetSize = `${servers} servers, ${applications.toLocaleString('en')} applications and ${jobCount}`;

/**
 * The knowledge of a large fleet.
 * @param lastDay of the month until which jobs run; makes the schedules unique.
 */
export function makeFleet(lastDay: number, count = servers): Knowledge {
  const knowledge = new Knowledge();
  const range = (length: number, toItem: (index: number) => Resource): readonly Resource[] =>
    Array.from({ length }, (_, index) => ({ id: index + 1, ...toItem(index) }));
  const all = range(count, (index) => ({
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

/** What the fleet overview shows of the fleet. */
export function toFleet(knowledge: Knowledge): Fleet {
  const labelOf = (target: Target): string => `${target.kind} ${toIds(target).join('.')}`;
  const fleet = new Fleet();
  fleet.update({
    knowledge,
    findings: [],
    areas: [],
    accounts: [],
    now: Date.now(),
    labelOf,
    pathOf: labelOf,
  });
  return fleet;
}

function toIds(target: Target) {
  return 'ids' in target ? target.ids : target.parents;
}
