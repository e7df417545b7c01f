import { certificatesOf, serversOnline } from './areas';
import { type CertificateStorage, hasCertificate } from './certificateStorage';
import { type Knowledge, toReference } from './knowledge';
import type { CallOptions } from '../api/client';
import type { KindId } from '../resources/kinds/kinds';
import { ApiError, hitsEveryRequest, isMissing } from '../api/errors';
import type { Clock } from '../api/scheduling/clock';
import { type ResourceReference, toKey } from '../resources/reference';
import type { ServerFacts } from '../resources/serverFacts';
import { loadStatuses } from '../resources/store/loadStatuses';
import type { ResourceStore } from '../resources/store/resourceStore';

/** How long a server's health counts as fresh, in milliseconds. */
const healthFreshMs = 30 * 60_000;
/** When to retry failed reads, in milliseconds. */
const retryMs = 60 * 60_000;
/** How often to look for due checks, and when to try a service again, in milliseconds. */
const dueCheckMs = 60_000;

/** Read in the background. */
export type CheckedArea = 'health' | 'certificates';

interface CheckerParts {
  readonly store: ResourceStore;
  readonly facts: Pick<ServerFacts, 'readHealth' | 'healthOf'>;
  readonly certificates: Pick<CertificateStorage, 'isDue' | 'note'>;
  readonly knowledge: () => Knowledge;
  readonly clock: Clock;
  /** The areas whose outcome someone could see, most wanted first: nothing else is read. */
  readonly wanted: () => readonly CheckedArea[];
}

interface Check {
  readonly account: string;
  readonly key: string;
  /** Resolves to whether it could be read; a rejection means that it couldn't. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
}

/** One at a time and with a small share of the rate limit, while someone may see the outcome. */
export class Checker {
  readonly #parts: CheckerParts;
  /** When each failed read was tried, by key. */
  readonly #failed = new Map<string, number>();
  /** When each account's service couldn't be reached. */
  readonly #unreachable = new Map<string, number>();
  #running: AbortController | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(parts: CheckerParts) {
    this.#parts = parts;
  }

  /** Starts reading what is due, unless it's being read. */
  wake(): void {
    if (this.#running || this.#parts.wanted().length === 0) return;
    this.#cancelTimer?.();
    const stop = new AbortController();
    this.#running = stop;
    void this.#run(stop.signal).finally(() => {
      this.#running = undefined;
      this.#cancelTimer = this.#parts.clock.after(dueCheckMs, () => this.wake());
    });
  }

  /** Stops reading if no one can see the outcome. */
  rest(): void {
    if (this.#parts.wanted().length === 0) this.#stop();
  }

  /** What indexing leaves out, for all servers. @returns the first failure of what is offered. */
  async checkServers(signal: AbortSignal): Promise<unknown> {
    const { store } = this.#parts;
    const options = { signal, priority: 'indexing' } as const;
    const unreachable = new Set<string>();
    let failure: unknown;
    for (const { account, ids } of serversOnline(this.#parts.knowledge())) {
      const jobs = { account, kind: 'supervisorJob', parents: ids } as const;
      const reads = [
        () => store.read({ account, kind: 'sshSettings', ids }, options),
        () => store.list({ account, kind: 'service', parents: ids }, options),
        async () => {
          const { items } = await store.list(jobs, options);
          if (items.length > 0) await loadStatuses(store, jobs, options);
        },
      ];
      for (const read of reads) {
        if (signal.aborted) return failure;
        if (unreachable.has(account)) break;
        try {
          await read();
        } catch (error) {
          // What can't be read stays "not checked".
          if (hitsEveryRequest(error)) unreachable.add(account);
          if (!isMissing(error) && !signal.aborted) failure ??= error;
        }
      }
    }
    return failure;
  }

  /** What isn't known of a server's certificates, because a filter asks for it. @throws ApiError. */
  async checkCertificates(server: ResourceReference, signal: AbortSignal): Promise<void> {
    const { store, certificates } = this.#parts;
    const options = { signal, priority: 'background' } as const;
    const below = async (kind: KindId, { account, ids }: ResourceReference) => {
      const { items } = await store.all({ account, kind, parents: ids }, undefined, options);
      return items.map((item) => toReference({ account, kind, parents: ids }, item));
    };
    const check = async (certificate: ResourceReference): Promise<void> => {
      if (!certificates.isDue(certificate)) return;
      await this.#certificateCheck(certificate, 'background').run(signal);
    };
    const applications = await below('webApplication', server);
    const domains = await Promise.all(applications.map((each) => below('domain', each)));
    await Promise.all([
      ...applications.map((each) => check({ ...each, kind: 'sharedSsl' })),
      ...domains.flat().map((each) => check({ ...each, kind: 'ssl' })),
    ]);
  }

  dispose(): void {
    this.#stop();
    this.#cancelTimer?.();
  }

  #stop(): void {
    this.#running?.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (let check = this.#next(); check && !signal.aborted; check = this.#next()) {
      // One at a time, to leave the connections to the person.
      await this.#try(check, signal);
    }
  }

  async #try({ account, key, run }: Check, signal: AbortSignal): Promise<void> {
    const now = (): number => this.#parts.clock.now();
    try {
      if (await run(signal)) this.#failed.delete(key);
      else if (!signal.aborted) this.#failed.set(key, now());
    } catch (error) {
      if (signal.aborted) return;
      if (hitsEveryRequest(error)) this.#unreachable.set(account, now());
      else this.#failed.set(key, now());
    }
  }

  #next(): Check | undefined {
    const knowledge = this.#parts.knowledge();
    for (const area of this.#parts.wanted()) {
      const due =
        area === 'health'
          ? serversOnline(knowledge).find((each) => this.#isHealthDue(each))
          : certificatesOf(knowledge).find((each) => this.#isCertificateDue(each));
      if (due) return area === 'health' ? this.#healthCheck(due) : this.#certificateCheck(due);
    }
    return undefined;
  }

  #healthCheck(server: ResourceReference): Check {
    const { facts } = this.#parts;
    return {
      account: server.account,
      key: healthKey(server),
      async run(signal) {
        await facts.readHealth(server, { signal, priority: 'checking' });
        return true;
      },
    };
  }

  #certificateCheck(
    reference: ResourceReference,
    priority: CallOptions['priority'] = 'checking',
  ): Check {
    const { store, certificates } = this.#parts;
    return {
      account: reference.account,
      key: toKey(reference),
      async run(signal) {
        try {
          await store.read(reference, { signal, priority });
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
        }
        const read = store.find(reference) ?? {};
        if (!hasCertificate(reference, read)) return false;
        // A missing certificate is remembered, too.
        certificates.note(reference, read);
        return true;
      },
    };
  }

  #isHealthDue(server: ResourceReference): boolean {
    if (!this.#mayRead(server, healthKey(server))) return false;
    const known = this.#parts.facts.healthOf(server);
    return !known || this.#parts.clock.now() - known.readAt >= healthFreshMs;
  }

  #isCertificateDue(reference: ResourceReference): boolean {
    return this.#parts.certificates.isDue(reference) && this.#mayRead(reference, toKey(reference));
  }

  /** False if a check or the service of its account failed recently. */
  #mayRead({ account }: ResourceReference, key: string): boolean {
    const now = this.#parts.clock.now();
    const isPast = (at: number | undefined, pauseMs: number): boolean =>
      at === undefined || now - at >= pauseMs;
    return (
      isPast(this.#unreachable.get(account), dueCheckMs) && isPast(this.#failed.get(key), retryMs)
    );
  }
}

function healthKey(server: ResourceReference): string {
  return `health/${toKey(server)}`;
}
