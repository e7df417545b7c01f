import type { Known, Knowledge } from '../../findings/knowledge';
import { fullShare, loadOf, useOf } from '../../resources/shares';
import { tagsOf } from '../../resources/search/facets';
import { type ResourceReference, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import type { FleetFilter, ServerRow, Use } from '../../pages/fleet/model';
import type { Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

/** The states of servers, in the order in which they are shown. */
export const serverStates = ['online', 'offline', 'notConnected', 'unknown'] as const;
type ServerState = (typeof serverStates)[number];

/** A server, as far as it's known. */
export interface FleetServer {
  readonly reference: ResourceReference;
  readonly key: string;
  readonly state: ServerState;
  readonly tags: readonly string[];
  /** Empty if it isn't known. */
  readonly provider: string;
  readonly region: string;
  readonly health: Known['resource'] | undefined;
}

export function serversOf(knowledge: Knowledge): readonly FleetServer[] {
  return knowledge.of('server').map(({ reference, resource }) => {
    const key = toKey(reference);
    return {
      reference,
      key,
      state: serverStateOf(resource),
      tags: tagsOf(resource),
      provider: textOrNumber(resource['provider']),
      region: textOrNumber(resource['country_iso_code']),
      health: knowledge.health.get(key)?.resource,
    };
  });
}

export function passesFilter(server: FleetServer, filter: FleetFilter): boolean {
  return (
    (filter.account === '' || server.reference.account === filter.account) &&
    (filter.tag === '' || server.tags.includes(filter.tag)) &&
    (filter.provider === '' || server.provider === filter.provider) &&
    (filter.region === '' || server.region === filter.region)
  );
}

export function nameState(state: ServerState): string {
  const words: Readonly<Record<ServerState, string>> = {
    online: t('Online'),
    offline: t('Offline'),
    notConnected: t('Not connected'),
    unknown: t('Not checked'),
  };
  return words[state];
}

export const stateTones: Readonly<Record<ServerState, Tone>> = {
  online: 'good',
  offline: 'bad',
  notConnected: 'warning',
  unknown: 'quiet',
};

/** The rows of servers with memory, disk and load; the length of loads is relative to the largest. */
export function toServerRows(
  servers: readonly FleetServer[],
  nameOf: (reference: ResourceReference) => string,
): readonly ServerRow[] {
  const loads = servers.map(({ health }) => (health ? loadOf(health) : undefined));
  const most = loads.reduce<number>((largest, load) => Math.max(largest, load ?? 0), 1);
  const toUse = (share: number | undefined): Use | undefined =>
    share === undefined
      ? undefined
      : { share, text: formats.percent(share), tone: share >= fullShare ? 'bad' : 'good' };
  return servers.map(({ reference, key, state, health }, index) => {
    const load = loads[index];
    return {
      id: key,
      name: toVisible(nameOf(reference)),
      state: nameState(state),
      tone: stateTones[state],
      uses: [
        toUse(health && useOf(health, 'memory')?.share),
        toUse(health && useOf(health, 'disk')?.share),
        // Servers don't report how many cores they have.
        load === undefined
          ? undefined
          : { share: load / most, text: formats.number(load), tone: 'good' },
      ],
    };
  });
}

function serverStateOf({ online, connected }: Known['resource']): ServerState {
  if (connected === false) return 'notConnected';
  if (typeof online !== 'boolean') return 'unknown';
  return online ? 'online' : 'offline';
}

function textOrNumber(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
