import type { Area } from '../../findings/areas';
import type { Finding } from '../../findings/finding';
import type { Known, Knowledge } from '../../findings/knowledge';
import { fullShare, loadOf, useOf } from '../../resources/serverFacts';
import { tagsOf } from '../../resources/search/arrange';
import { type ResourceReference, type Target, toKey } from '../../resources/reference';
import { toVisible } from '../../base/foreignText';
import { type CountRegistry, toTableSection } from './counts';
import type { FleetFilter } from '../page/messages';
import type { Cell, PageOption, Section, Tone } from '../../pages/model';
import { formats, t } from '../../base/l10n';

export interface FleetSources {
  readonly knowledge: Knowledge;
  readonly findings: readonly Finding[];
  readonly areas: readonly Area[];
  readonly accounts: readonly PageOption[];
  readonly now: number;
  /** A resource's name. */
  readonly labelOf: (target: Target) => string;
  /** The name with those of all ancestors. */
  readonly pathOf: (target: Target) => string;
}

export const serverStates = ['online', 'offline', 'notConnected', 'unknown'] as const;
type ServerState = (typeof serverStates)[number];

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

export function fleetServersOf(knowledge: Knowledge): readonly FleetServer[] {
  return knowledge.servers.map(({ reference, resource }) => {
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

/** Servers with memory, disk and load, worst first; the length of loads is relative to the largest. */
export function toServers(
  servers: readonly FleetServer[],
  { accounts, labelOf }: Pick<FleetSources, 'accounts' | 'labelOf'>,
  counts: CountRegistry,
): Section {
  const loads = servers.map(({ health }) => health && loadOf(health));
  const most = Math.max(1, ...loads.map((load) => load ?? 0));
  const names = new Map(accounts.map(({ value, label }) => [value, label] as const));
  const rows = servers
    .toSorted((a, b) => badnessOf(b) - badnessOf(a))
    .map((server) => {
      const { reference, key, state, health } = server;
      const load = health && loadOf(health);
      return {
        id: key,
        cells: [
          { text: toVisible(labelOf(reference)), button: counts.link('server', reference) },
          ...(accounts.length > 1 ? [{ text: names.get(reference.account) ?? '' }] : []),
          { text: nameState(state), tone: stateTones[state] },
          toUse(shareOf(server, 'memory')),
          toUse(shareOf(server, 'disk')),
          // Servers don't report how many cores they have.
          load === undefined
            ? notChecked()
            : {
                text: formats.number(load),
                order: load,
                share: load / most,
                tone: 'good' as const,
              },
        ],
      };
    });
  const columns = [
    t('Server'),
    ...(accounts.length > 1 ? [t('Account')] : []),
    t('State'),
    t('Memory'),
    t('Disk'),
    t('Load average'),
  ];
  return { ...toTableSection('server', t('Servers'), columns, rows), isWide: true };
}

function toUse(share: number | undefined): Cell {
  if (share === undefined) return notChecked();
  const tone = share >= fullShare ? 'bad' : 'good';
  return { text: formats.percent(share), order: share, share, tone };
}

function notChecked(): Cell {
  return { text: t('Not checked') };
}

function shareOf({ health }: FleetServer, what: 'memory' | 'disk'): number | undefined {
  return health && useOf(health, what)?.share;
}

/** The higher, the sooner a server needs attention: one that wasn't checked before one that is fine. */
function badnessOf(server: FleetServer): number {
  const { state } = server;
  if (state !== 'online') return { offline: 4, notConnected: 3, unknown: 1.5 }[state];
  const shares = [shareOf(server, 'memory'), shareOf(server, 'disk')];
  const fullest = Math.max(...shares.map((share) => share ?? 0));
  if (fullest >= fullShare) return 1 + fullest;
  return shares.includes(undefined) ? 1 : fullest;
}

function serverStateOf({ online, connected }: Known['resource']): ServerState {
  if (connected === false) return 'notConnected';
  if (typeof online !== 'boolean') return 'unknown';
  return online ? 'online' : 'offline';
}

function textOrNumber(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
