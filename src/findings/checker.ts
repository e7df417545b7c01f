import { certificatesOf, findBelow, hasCertificate, serversOnline } from './areas';
import type { CertificateStorage } from './certificateStorage';
import type { Knowledge } from './knowledge';
import type { CallOptions } from '../api/client';
import type { Resource } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import { ApiError, hitsEveryRequest, isMissing } from '../api/errors';
import { largestPage } from '../api/paging';
import type { Clock } from '../api/scheduling/clock';
import {
  type CollectionReference,
  type ResourceReference,
  toKey,
  itemOf,
} from '../resources/reference';
import { kindsOfParts, type UnknownPart } from '../resources/search/serverParts';
import { indexingShare } from '../api/scheduling/scheduler';
import { inPieces } from '../base/pieces';
import type { ServerFacts } from '../resources/serverFacts';
import type { ResourceStore } from '../resources/store/resourceStore';

/** How long a server's health counts as fresh, in milliseconds. */
const healthFreshMs = 30 * 60_000;
/** When to retry failed reads, in milliseconds. */
const retryMs = 60 * 60_000;
/** How often to look for due checks, and when to try a service again, in milliseconds. */
const dueCheckMs = 60_000;

/** Kinds that rules check, by the risk that they find, after the lists that contain them. */
export const urgentLists = ['server', 'atomicProject', 'firewallRule', 'cronJob'] as const;
export const otherLists = ['server', 'webApplication', 'domain'] as const;
/** Kinds below a server that indexing leaves out, by risk. */
export const urgentParts = ['sshSettings', 'supervisorJob'] as const;
export const otherParts = ['service'] as const;
type ServerPart = (typeof urgentParts | typeof otherParts)[number];

/** After this many servers without a part, and none with it, the others aren't tried. */
const mostRefusals = 3;

interface CheckResult {
  /** Why something that the service offers couldn't be read: the first failure. */
  readonly failure: unknown;
  /** Parts that couldn't be read of some server, or aren't offered. */
  readonly unread: readonly ServerPart[];
}

/** Read in the background. */
export const allAreas = ['health', 'certificates'] as const;
export type CheckedArea = (typeof allAreas)[number];

/** Most wanted first; none while the window isn't focused. */
export function wantedAreas(
  { focused }: { readonly focused: boolean },
  view: { readonly visible: boolean },
  { filter, fleet }: Readonly<Record<'filter' | 'fleet', readonly CheckedArea[]>>,
): readonly CheckedArea[] {
  // What the filter needs comes first; otherwise health does, since there's less of it.
  return focused ? [...new Set([...filter, ...(view.visible ? allAreas : fleet)])] : [];
}

interface CheckerParts {
  readonly store: ResourceStore;
  readonly facts: Pick<ServerFacts, 'readHealth' | 'healthOf'>;
  readonly certificates: Pick<CertificateStorage, 'isDue' | 'note'>;
  readonly knowledge: () => Knowledge;
  readonly clock: Clock;
  /** The areas whose outcome someone could see, most wanted first: nothing else is read. */
  readonly wanted: () => readonly CheckedArea[];
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
    if (this.#parts.wanted().length === 0) this.#running?.abort();
  }

  /**
   * Reads what indexing leaves out, for all known servers, because someone requested it.
   * @param kinds the most important one first.
   */
  async checkServers(kinds: readonly ServerPart[], signal: AbortSignal): Promise<CheckResult> {
    const servers = serversOnline(this.#parts.knowledge());
    const accounts = new Set(servers.map(({ account }) => account));
    const results = await Promise.all(
      [...accounts].map((id) => {
        const own = servers.filter(({ account }) => account === id);
        return this.#checkAccount(own, kinds, signal);
      }),
    );
    return {
      failure: results.find(({ failure }) => failure !== undefined)?.failure,
      unread: results.flatMap(({ unread }) => unread),
    };
  }

  async #checkAccount(
    servers: readonly ResourceReference[],
    kinds: readonly ServerPart[],
    signal: AbortSignal,
  ): Promise<CheckResult> {
    let failure: unknown;
    const unread: ServerPart[] = [];
    for (const kind of kinds) {
      const read = (server: ResourceReference): Promise<void> =>
        readPart(this.#parts.store, kind, server, { signal, priority: 'indexing' });
      const errors = await readEach(servers, read, signal);
      failure ??= errors.find((error) => !isMissing(error));
      if (hitsEveryRequest(errors.at(-1))) return { failure, unread: kinds };
      if (errors.length > 0) unread.push(kind);
    }
    return { failure, unread };
  }

  /** Reads a part of a server that isn't known yet, for a filter. @throws ApiError. */
  async checkPart({ server, part }: UnknownPart, signal: AbortSignal): Promise<void> {
    const { store, facts, certificates } = this.#parts;
    const options = { signal, priority: 'background' } as const;
    const list = async (collection: CollectionReference): Promise<readonly ResourceReference[]> => {
      const known = this.#parts.knowledge().list(collection);
      const isCurrent = known?.isWhole && !known.isOld && !known.isOutdated;
      const { items } = isCurrent ? known : await store.all(collection, undefined, options);
      return items.map((item) => itemOf(collection, item));
    };
    if (part === 'server') await store.read(server, options);
    else if (part === 'health') await facts.readHealth(server, options);
    else {
      const found = await findBelow(server, kindsOfParts[part], list);
      const due = found.filter((each) => part === 'certificate' && certificates.isDue(each));
      await Promise.all(due.map((each) => this.#read('certificates', each, options)));
    }
  }

  dispose(): void {
    this.#running?.abort();
    this.#cancelTimer?.();
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const [first] = this.#parts.wanted();
      const known = this.#parts.knowledge();
      const found = await inPieces(this.#findDue(known));
      if (!found) return;
      const { area, due } = found;
      // One at a time, to leave the connections to the person.
      for (const reference of due) {
        if (signal.aborted) return;
        if (this.#isDue(area, reference)) await this.#try(area, reference, signal);
        // Priorities may have changed, or more may be known by now.
        if (this.#parts.wanted()[0] !== first || this.#parts.knowledge() !== known) break;
      }
    }
  }

  async #try(area: CheckedArea, reference: ResourceReference, signal: AbortSignal): Promise<void> {
    const key = toKey(reference);
    const now = (): number => this.#parts.clock.now();
    try {
      if (await this.#read(area, reference, { signal, priority: 'checking' }))
        this.#failed.delete(key);
      else if (!signal.aborted) this.#failed.set(key, now());
    } catch (error) {
      if (signal.aborted) return;
      if (hitsEveryRequest(error)) this.#unreachable.set(reference.account, now());
      else this.#failed.set(key, now());
    }
  }

  *#findDue(
    knowledge: Knowledge,
  ): Generator<unknown, { area: CheckedArea; due: readonly ResourceReference[] } | undefined> {
    for (const area of this.#parts.wanted()) {
      const due: ResourceReference[] = [];
      const all = area === 'health' ? serversOnline(knowledge) : certificatesOf(knowledge);
      for (const each of all) yield this.#isDue(area, each) && due.push(each);
      if (due.length > 0) return { area, due };
    }
    return undefined;
  }

  /** False as well if it, or the service of its account, couldn't be read recently. */
  #isDue(area: CheckedArea, reference: ResourceReference): boolean {
    const { facts, certificates, clock } = this.#parts;
    const isPast = (at: number | undefined, pauseMs: number): boolean =>
      at === undefined || clock.now() - at >= pauseMs;
    return (
      isPast(this.#unreachable.get(reference.account), dueCheckMs) &&
      isPast(this.#failed.get(toKey(reference)), retryMs) &&
      (area === 'health'
        ? isPast(facts.healthOf(reference)?.readAt, healthFreshMs)
        : certificates.isDue(reference))
    );
  }

  /** Resolves to whether it could be read; a rejection means that it couldn't. */
  async #read(
    area: CheckedArea,
    reference: ResourceReference,
    options: CallOptions,
  ): Promise<boolean> {
    const { store, facts, certificates } = this.#parts;
    if (area === 'health') {
      await facts.readHealth(reference, options);
      return true;
    }
    const read = await readCertificate(store, reference, options);
    if (!hasCertificate(reference.kind, read)) return false;
    // A missing certificate is remembered, too.
    certificates.note(reference, read);
    return true;
  }
}

/** Reads one after the other, and no more of what the service doesn't offer. Resolves to the errors. */
export async function readEach(
  references: readonly ResourceReference[],
  read: (reference: ResourceReference) => Promise<unknown>,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  let refusals = 0;
  for (const reference of references) {
    if (signal.aborted || refusals >= mostRefusals || hitsEveryRequest(errors.at(-1))) break;
    try {
      await read(reference);
      refusals = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (signal.aborted) break;
      errors.push(error);
      if (isMissing(error)) refusals += 1;
    }
  }
  return errors;
}

/** Empty if there is none, which is known then. @throws ApiError. */
export async function readCertificate(
  store: ResourceStore,
  reference: ResourceReference,
  options: CallOptions,
): Promise<Resource> {
  try {
    await store.read(reference, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  return store.find(reference) ?? {};
}

export async function readPart(
  store: ResourceStore,
  kind: ServerPart,
  { account, ids }: ResourceReference,
  options: CallOptions,
): Promise<void> {
  if (findKind(kind).variable === undefined) {
    await store.read({ account, kind, ids }, options);
    return;
  }
  const collection = { account, kind, parents: ids } as const;
  const { items } = await store.list(collection, options);
  if (items.length > 0) await store.readStates(collection, options);
}

/** The least that checking everything takes. */
export interface Effort {
  readonly requests: number;
  /** Undefined if the service announces no rate limit. */
  readonly minutes: number | undefined;
}

/**
 * What checking an account takes at least.
 * @param lists how many lists of known resources aren't read yet.
 * @param servers how many servers there are, and how many of them aren't known yet.
 * @param limit requests in a minute.
 */
export function effortOf(
  lists: number,
  servers: { readonly total: number; readonly unknown: number },
  limit: number | undefined,
): Effort {
  const listsOfServer = [...urgentLists, ...otherLists].filter(
    (kind) => findKind(kind).parent === 'server',
  ).length;
  const parts = urgentParts.length + otherParts.length;
  const requests =
    lists +
    Math.ceil(servers.unknown / largestPage) +
    servers.unknown * listsOfServer +
    servers.total * parts;
  const inMinute = limit && Math.max(1, Math.floor(limit * indexingShare));
  return { requests, minutes: inMinute && Math.ceil(requests / inMinute) };
}
