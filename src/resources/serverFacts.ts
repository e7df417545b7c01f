import type { Resource } from './kinds/kind';
import type { KindId } from './kinds/kinds';
import { type ResourceReference, toKey } from './reference';
import { toFacetText, updatesOf } from './search/arrange';
import type { ResourceClient } from './resourceClient';
import type { CallOptions } from '../api/client';
import type { Endpoint } from '../api/contract/endpoint';
import { readServerHardware, readServerHealth, readServerStats } from '../api/contract/serverFacts';
import { isObject, toNumber } from '../base/json';
import { Emitter, type Event } from '../base/emitter';
import { formats, t } from '../base/l10n';

/** A server whose use of disk or memory reaches this share needs attention. */
export const fullShare = 0.9;

/** The names of these amounts in a report of a server's health, and among its machine's facts. */
const fields = {
  disk: {
    used: ['usedDiskSpace'],
    total: ['totalDiskSpace', 'diskTotal'],
    free: ['availableDiskSpace', 'diskFree'],
  },
  memory: {
    used: ['usedMemory'],
    total: ['totalMemory'],
    free: ['availableMemory', 'freeMemory'],
  },
} as const;

interface Use {
  readonly used: number;
  readonly total: number;
  readonly share: number;
}

/** How much disk or memory is used; undefined if the report doesn't say, or can't be true. */
export function useOf(report: Resource, what: keyof typeof fields): Use | undefined {
  const amount = (names: readonly string[]): number | undefined =>
    names.map((name) => toNumber(report[name])).find((value) => value !== undefined);
  const [total, free] = [amount(fields[what].total), amount(fields[what].free)];
  if (total === undefined || total <= 0) return undefined;
  const used = amount(fields[what].used) ?? (free === undefined ? undefined : total - free);
  if (used === undefined || used < 0 || used > total) return undefined;
  return { used, total, share: used / total };
}

/** How full a disk or memory is, as a row says it. */
export function describeShare(what: keyof typeof fields, share: number): string {
  const percent = formats.percent(share);
  return what === 'disk' ? t('disk {0} full', percent) : t('memory {0} full', percent);
}

export function loadOf({ loadAverage }: Resource): number | undefined {
  const load = toNumber(loadAverage);
  return load === undefined || load < 0 ? undefined : load;
}

/** Facts that a server reports on request; parts that the service doesn't offer are absent. */
interface Facts {
  readonly stats?: Resource | undefined;
  readonly hardware?: Resource | undefined;
  readonly health?: Resource | undefined;
}

interface ServerHealth {
  readonly server: ResourceReference;
  readonly readAt: number;
  readonly health: Resource;
}

const factsFreshMs = 60_000;

const statNames: Partial<Record<KindId, string>> = {
  webApplication: 'webApplication',
  database: 'database',
  cronJob: 'cronJob',
  supervisorJob: 'supervisor',
};

/** Facts of servers, read only on demand (observed operations). */
export class ServerFacts {
  readonly #client: ResourceClient;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly readAt: number; readonly facts: Facts }>();
  readonly #health = new Map<string, ServerHealth>();
  readonly #changed = new Emitter<ResourceReference>();
  readonly onDidRead: Event<ResourceReference> = this.#changed.event;

  constructor(client: ResourceClient, now: () => number = Date.now) {
    this.#client = client;
    this.#now = now;
  }

  async read(server: ResourceReference, signal: AbortSignal): Promise<Facts> {
    const known = this.#known.get(toKey(server));
    if (known && this.#now() - known.readAt < factsFreshMs) return known.facts;
    const read = async (endpoint: Endpoint): Promise<Resource | undefined> => {
      try {
        const answer = await this.#client.perform(server, endpoint, undefined, { signal });
        return isObject(answer) ? answer : undefined;
      } catch {
        return undefined;
      }
    };
    const [stats, hardware, health] = await Promise.all(
      [readServerStats, readServerHardware, readServerHealth].map(read),
    );
    const facts = { stats, hardware, health };
    if (!signal.aborted) {
      this.#known.set(toKey(server), { readAt: this.#now(), facts });
      this.#noteHealth(server, health);
    }
    return facts;
  }

  async readHealth(server: ResourceReference, options: CallOptions): Promise<void> {
    try {
      const answer = await this.#client.perform(server, readServerHealth, undefined, options);
      this.#noteHealth(server, isObject(answer) ? answer : undefined);
    } catch (error) {
      if (options.signal?.aborted !== true) this.#noteHealth(server, undefined);
      throw error;
    }
  }

  get health(): Iterable<ServerHealth> {
    return this.#health.values();
  }

  healthOf(server: ResourceReference): ServerHealth | undefined {
    return this.#health.get(toKey(server));
  }

  /** Forgets an earlier report if there's no new one. */
  #noteHealth(server: ResourceReference, health: Resource | undefined): void {
    const key = toKey(server);
    if (health) this.#health.set(key, { server, readAt: this.#now(), health });
    else this.#health.delete(key);
    this.#changed.fire(server);
  }

  count(server: ResourceReference, kind: KindId): number | undefined {
    const stats = this.#known.get(toKey(server))?.facts.stats?.['stats'];
    const value = isObject(stats) ? stats[statNames[kind] ?? ''] : undefined;
    return typeof value === 'number' ? value : undefined;
  }

  forget(account: string): void {
    for (const map of [this.#known, this.#health]) {
      for (const key of map.keys()) if (key.startsWith(`${account}/`)) map.delete(key);
    }
  }
}

type Fact = readonly [name: string, value: string];

export function describeFacts({ hardware, health }: Facts, server: Resource): readonly Fact[] {
  const ofTotal = (what: 'disk' | 'memory'): string => {
    const use = health && useOf(health, what);
    if (!use) return '';
    const { unit, size } = unitOf(use.total);
    const total = formats.number(use.total / size);
    return t('{0} of {1} {2}', formats.percent(use.share), total, unit);
  };
  const load = toNumber(health?.['loadAverage'] ?? hardware?.['loadAvg']);
  const facts: Fact[] = [
    [t('Memory'), ofTotal('memory')],
    [t('Disk'), ofTotal('disk')],
    [t('Load'), load === undefined ? '' : formats.number(load)],
    [t('Updates'), describeUpdates(server)],
    [t('Uptime'), formats.spans(toFacetText(hardware?.['uptime']))],
  ];
  return facts.filter(([, value]) => value !== '');
}

function describeUpdates(server: Resource): string {
  const { updates } = updatesOf(server);
  if (!updates) return '';
  const automatic = updates.map((each) => (each === 'security' ? t('security') : t('software')));
  return automatic.length > 0 ? t('automatic: {0}', automatic.join(', ')) : t('off');
}

export function unitOf(megabytes: number): { readonly unit: string; readonly size: number } {
  return megabytes >= 2_048 ? { unit: 'GB', size: 1_024 } : { unit: 'MB', size: 1 };
}
