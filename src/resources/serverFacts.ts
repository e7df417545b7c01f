import type { KindId, Resource } from './kinds/kind';
import { type ResourceReference, toKey } from './reference';
import type { ResourceClient } from './resourceClient';
import type { Endpoint } from '../api/contract/endpoint';
import { readServerHardware, readServerHealth, readServerStats } from '../api/contract/serverFacts';
import { isObject } from '../shared/json';
import { type Disposable, Emitter, type Event } from '../shared/emitter';

/** What a server says of itself when it is asked; a part that the service does not offer is absent. */
export interface Facts {
  readonly stats?: Resource;
  readonly hardware?: Resource;
  readonly health?: Resource;
}

/** How long facts count as true, in milliseconds. */
const freshMs = 60_000;

const statNames: Partial<Record<KindId, string>> = {
  webApplication: 'webApplication',
  database: 'database',
  cronJob: 'cronJob',
  supervisorJob: 'supervisor',
};

/** Facts of servers, read only when somebody looks (observed operations). */
export class ServerFacts implements Disposable {
  readonly #client: ResourceClient;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly readAt: number; readonly facts: Facts }>();
  readonly #changed = new Emitter<ResourceReference>();
  readonly onDidRead: Event<ResourceReference> = this.#changed.event;

  constructor(client: ResourceClient, now: () => number = Date.now) {
    this.#client = client;
    this.#now = now;
  }

  /** The facts of a server. A part that cannot be read is left out. */
  async read(server: ResourceReference, signal: AbortSignal): Promise<Facts> {
    const known = this.#known.get(toKey(server));
    if (known && this.#now() - known.readAt < freshMs) return known.facts;
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
    const facts = {
      ...(stats ? { stats } : {}),
      ...(hardware ? { hardware } : {}),
      ...(health ? { health } : {}),
    };
    if (!signal.aborted) {
      this.#known.set(toKey(server), { readAt: this.#now(), facts });
      this.#changed.fire(server);
    }
    return facts;
  }

  /** How many resources of a kind a server counts, where it was asked before. */
  count(server: ResourceReference, kind: KindId): number | undefined {
    const stats = this.#known.get(toKey(server))?.facts.stats?.['stats'];
    const value = isObject(stats) ? stats[statNames[kind] ?? ''] : undefined;
    return typeof value === 'number' ? value : undefined;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
