import { type Knowledge, toReference } from '../../findings/knowledge';
import { startsOf } from '../../findings/schedules/starts';
import { type ResourceReference, toKey } from '../../resources/reference';
import type { FleetFilter } from '../page/messages';

/** A cron job that starts at known times. */
export interface FleetJob {
  readonly reference: ResourceReference;
  readonly server: ResourceReference;
  readonly serverKey: string;
  readonly label: string;
  readonly user: string;
  readonly time: string;
}

/** The cron jobs that a schedule is drawn from, and those that it can't show. */
export interface FleetJobs {
  readonly jobs: readonly FleetJob[];
  readonly disabled: number;
  /** Jobs with schedules that cron rejects or that don't have five fields. */
  readonly unclear: number;
  readonly users: readonly string[];
}

/** The jobs of servers that pass a filter. @param isIn whether a server, by its key, is shown. */
export function jobsOf(
  knowledge: Knowledge,
  isIn: (serverKey: string) => boolean,
  filter: FleetFilter,
  firstDay: number,
  labelOf: (server: ResourceReference) => string,
): FleetJobs {
  const jobs: FleetJob[] = [];
  const users = new Set<string>();
  let disabled = 0;
  let unclear = 0;
  const wanted = filter.text.trim().toLowerCase();
  for (const { collection, items } of knowledge.lists('cronJob')) {
    const { account, parents } = collection;
    const server: ResourceReference = { account, kind: 'server', ids: parents };
    const serverKey = toKey(server);
    if (!isIn(serverKey)) continue;
    const name = labelOf(server);
    for (const item of items) {
      const user = textOf(item['username']);
      users.add(user);
      if (filter.server !== '' && filter.server !== serverKey) continue;
      if (filter.user !== '' && filter.user !== user) continue;
      const label = textOf(item['label']);
      const time = textOf(item['time']);
      if (!`${label}\n${user}\n${time}\n${name}`.toLowerCase().includes(wanted)) continue;
      if (item['enabled'] === 0) disabled += 1;
      else if (!startsOf(time, firstDay)) unclear += 1;
      else {
        const reference = toReference(collection, item);
        jobs.push({ reference, server, serverKey, label, user, time });
      }
    }
  }
  users.delete('');
  return { jobs, disabled, unclear, users: [...users].toSorted() };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
