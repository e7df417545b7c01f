import * as z from 'zod/mini';
import { type Clock, sleep } from '../api/scheduling/clock';
import { type ResourceReference, toKey } from '../resources/reference';
import type { Outcome } from '../documents/writing/outcome';
import type { ResourceClient } from '../resources/resourceClient';
import type { ResourceStore } from '../resources/store/resourceStore';
import {
  type KeptSort,
  KeptValues,
  type KeyValues,
  listOf,
  storedId,
  storedReference,
} from '../resources/storage/stored';
import { Emitter, type Event } from '../base/emitter';
import { randomHex } from '../base/random';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { minuteMs } from '../base/moment';
import { ApiError, isMissing } from '../api/errors';
import { toDeploymentState } from '../resources/kinds/deployment';
import { isObject } from '../base/json';

/** Work that continues at the service after its request and whose state can be read. */
const watchKinds = ['deployment', 'certificate', 'connection', 'cache'] as const;
export type WatchKind = (typeof watchKinds)[number];

const task = z.object({
  id: z.string(),
  kind: z.enum(watchKinds),
  subject: storedReference,
  /** In milliseconds since the epoch. */
  startedAt: z.number(),
  before: z.record(z.string(), z.nullable(storedId)),
});

export type WatchedTask = Readonly<z.infer<typeof task>>;

type TaskStart = WatchedTask['before'];

export const keptTasks: KeptSort<readonly WatchedTask[]> = { prefix: '', schema: listOf(task) };

/** How something ended; `unknown` if that couldn't be found out. */
interface WatchOutcome {
  readonly state: Extract<Outcome, 'done' | 'failed' | 'unknown'>;
  readonly reference: ResourceReference | undefined;
  /** Why the latest state couldn't be read, so that nothing is known of it. */
  readonly error?: unknown;
}

interface WatchServices {
  readonly client: Pick<ResourceClient, 'read'>;
  readonly store: Pick<ResourceStore, 'find' | 'replace'>;
  readonly clock: Clock;
}

const tasksKey = 'watchedTasks';

export interface EndedTask extends WatchOutcome {
  readonly task: WatchedTask;
}

interface Watch {
  readonly task: WatchedTask;
  readonly stop: AbortController;
  readonly over: Promise<void>;
}

export class Watches {
  readonly #services: WatchServices;
  readonly #kept: KeptValues<readonly WatchedTask[]>;
  readonly #note: (what: string) => void;
  readonly #watched = new Map<string, Watch>();
  readonly #ended = new Emitter<EndedTask>();
  /** Fires when a task has ended, but not when a person stops watching it. */
  readonly onDidEnd: Event<EndedTask> = this.#ended.event;
  #isDisposed = false;

  /** @param note called with the error if a task can't be watched any further. */
  constructor(services: WatchServices, storage: KeyValues, note: (what: string) => void) {
    this.#services = services;
    this.#kept = new KeptValues(storage, keptTasks);
    this.#note = note;
  }

  get tasks(): readonly WatchedTask[] {
    return [...this.#watched.values()].map(({ task }) => task);
  }

  resume(): void {
    for (const task of this.#kept.get(tasksKey) ?? []) this.#run(task);
  }

  /** Replaces an earlier task on the resource. Undefined if there is nothing to watch. */
  start(
    kind: WatchKind,
    subject: ResourceReference,
    before: Resource | undefined,
  ): WatchedTask | undefined {
    const { store, clock } = this.#services;
    const start = watchDefinitions[kind].start(subject, before, store.find(subject));
    if (!start) return undefined;
    for (const task of this.tasks) {
      if (task.kind === kind && toKey(task.subject) === toKey(subject)) this.stop(task.id);
    }
    const task = { id: randomHex(8), kind, subject, startedAt: clock.now(), before: start };
    this.#run(task);
    void this.#keep();
    return task;
  }

  stop(id: string): void {
    this.#watched.get(id)?.stop.abort();
    if (this.#watched.delete(id)) void this.#keep();
  }

  removeAccount(account: string): void {
    for (const { id, subject } of this.tasks) if (subject.account === account) this.stop(id);
  }

  async over(id: string): Promise<void> {
    await this.#watched.get(id)?.over;
  }

  /** Ends with the window; tasks are kept. */
  dispose(): void {
    this.#isDisposed = true;
    for (const { stop } of this.#watched.values()) stop.abort();
  }

  #run(task: WatchedTask): void {
    const stop = new AbortController();
    const over = this.#watch(task, stop.signal);
    this.#watched.set(task.id, { task, stop, over });
  }

  async #watch(task: WatchedTask, signal: AbortSignal): Promise<void> {
    // Registered before it can end.
    await Promise.resolve();
    try {
      const watching = watchDefinitions[task.kind].watch(this.#services, task, signal);
      const outcome = await untilOver(this.#services.clock, signal, watching);
      if (signal.aborted) return;
      this.stop(task.id);
      this.#ended.fire({ ...outcome, task });
    } catch (error) {
      if (signal.aborted) return;
      this.stop(task.id);
      this.#note(String(error));
    }
  }

  async #keep(): Promise<void> {
    if (!this.#isDisposed) await this.#kept.set(tasksKey, this.tasks);
  }
}

/** How long to wait before the next read, in milliseconds: longer the longer it takes. */
function pauseAfter(elapsed: number): number {
  if (elapsed < minuteMs) return 5_000;
  return elapsed < 10 * minuteMs ? 20_000 : minuteMs;
}

interface Goal {
  readonly isReached: (resource: Resource) => boolean;
  /** True if the goal can no longer be reached; defaults to never. */
  readonly isMissed?: (resource: Resource) => boolean;
  /** How long to wait for it, in milliseconds. */
  readonly maxWaitMs: number;
}

type Ended = Pick<WatchOutcome, 'state' | 'reference'>;

interface Watching {
  /** Undefined if it isn't over yet. @throws ApiError if it can't be read for now. */
  readonly look: () => Promise<Ended | undefined>;
  /** How long to wait before, in milliseconds. */
  readonly pause: () => number;
  /** How it ends if looking any further is of no use. */
  readonly giveUp: () => Ended | undefined;
}

/** @throws the signal's reason when it aborts. */
async function untilOver(
  clock: Clock,
  signal: AbortSignal,
  { look, pause, giveUp }: Watching,
): Promise<WatchOutcome> {
  for (;;) {
    await sleep(clock, pause(), signal);
    let failure: Pick<WatchOutcome, 'error'> = {};
    try {
      const ended = await look();
      if (ended) return ended;
    } catch (error) {
      signal.throwIfAborted();
      // What is being created may not exist yet.
      if (!(error instanceof ApiError)) throw error;
      failure = { error };
    }
    const end = giveUp();
    if (end) return { ...end, ...failure };
  }
}

function untilReached(
  { client, store, clock }: WatchServices,
  { subject, startedAt }: WatchedTask,
  signal: AbortSignal,
  { isReached, isMissed, maxWaitMs }: Goal,
): Watching {
  const elapsed = (): number => clock.now() - startedAt;
  const end = (state: Ended['state']): Ended => ({ state, reference: subject });
  return {
    pause: () => pauseAfter(elapsed()),
    async look() {
      const resource = await client.read(subject, { signal, priority: 'background' });
      store.replace(subject, resource);
      if (isReached(resource)) return end('done');
      return isMissed?.(resource) ? end('failed') : undefined;
    },
    giveUp: () => (elapsed() >= maxWaitMs ? end('unknown') : undefined),
  };
}

interface WatchDefinition {
  /** Returns undefined if the service reports no state, or if the task has already ended. */
  readonly start: (
    subject: ResourceReference,
    before: Resource | undefined,
    now: Resource | undefined,
  ) => TaskStart | undefined;
  readonly watch: (services: WatchServices, task: WatchedTask, signal: AbortSignal) => Watching;
}

/** These distinguish a certificate from the next one of the same domain. */
const certificateFields = ['id', 'validUntil', 'renewalDate', 'created_at'] as const;

const watchDefinitions: Readonly<Record<WatchKind, WatchDefinition>> = {
  deployment: {
    start(subject, before, now) {
      const project = projectOf(subject, now);
      const latest = latestIdOf(before);
      if (project === undefined) return undefined;
      return { project, ...(latest === undefined ? {} : { latest }) };
    },
    watch: watchDeployment,
  },

  certificate: {
    start(_subject, before, now) {
      const known = toStart(before);
      return now && isIssued(now, known) ? undefined : known;
    },
    watch: (services, task, signal) =>
      untilReached(services, task, signal, {
        isReached: (resource) => isIssued(resource, task.before),
        maxWaitMs: 15 * minuteMs,
      }),
  },

  connection: {
    start: (_subject, _before, now) => (now && isConnected(now) ? undefined : {}),
    watch: (services, task, signal) =>
      untilReached(services, task, signal, { isReached: isConnected, maxWaitMs: 120 * minuteMs }),
  },

  cache: {
    // `Completed` is the only documented state: any other one means work only if it's new.
    start(_subject, before, now) {
      const [was, is] = [before?.['status'], now?.['status']];
      if (typeof was !== 'string' || typeof is !== 'string') return undefined;
      return is === was || isSettled(is, was) ? undefined : { status: was };
    },
    watch: (services, task, signal) =>
      untilReached(services, task, signal, {
        isReached: ({ status }) => isSettled(status, task.before['status']),
        isMissed: ({ status }) => /fail|error/i.test(String(status)),
        maxWaitMs: 30 * minuteMs,
      }),
  },
};

function isSettled(status: unknown, before: unknown): boolean {
  return status === before || String(status).toLowerCase() === 'completed';
}

function isConnected({ connected }: Resource): boolean {
  return connected === true;
}

function isIssued(resource: Resource, before: TaskStart): boolean {
  if (typeof resource['validUntil'] !== 'string') return false;
  const now = toStart(resource);
  return certificateFields.some((name) => now[name] !== before[name]);
}

function toStart(resource: Resource | undefined): TaskStart {
  return Object.fromEntries(
    certificateFields.map((name) => {
      const value = resource?.[name];
      return [name, typeof value === 'string' || typeof value === 'number' ? value : null];
    }),
  );
}

/** How often in a row a read may fail or show nothing new. */
const mostTries = 6;

/** The id of its atomic project; undefined if the service doesn't report how a deployment went. */
function projectOf(
  { kind, ids }: ResourceReference,
  resource: Resource | undefined,
): ResourceId | undefined {
  if (kind === 'atomicProject') return ids[0];
  const { atomic, atomic_project_id: id } = resource ?? {};
  return atomic === true && typeof id === 'number' ? id : undefined;
}

/** The id of the latest deployment that a resource holds; null if it says that there is none. */
function latestIdOf(resource: Resource | undefined): ResourceId | null | undefined {
  const latest = resource?.['latestDeployment'];
  return latest === null ? null : deploymentIdOf(latest);
}

/** Finds the deployment, and reads it until it ends. */
function watchDeployment(
  { client, store, clock }: WatchServices,
  { subject, before }: WatchedTask,
  signal: AbortSignal,
): Watching {
  const { account } = subject;
  const ids = [before['project'] ?? ''];
  const project: ResourceReference = { account, kind: 'atomicProject', ids };
  const began = clock.elapsed();
  const read = (reference: ResourceReference): Promise<Resource> =>
    client.read(reference, { signal, priority: 'background' });
  let failures = 0;
  let known = before['latest'];
  let reference: ResourceReference | undefined;
  let readDeployment: ReturnType<typeof deploymentReader>;
  const find = (shown: Resource | undefined): void => {
    const latest = shown?.['latestDeployment'];
    const id = deploymentIdOf(latest);
    const isNew = known !== undefined && id !== known;
    // If nothing is known, the first deployment seen that isn't running may be an earlier one.
    if (known === undefined) known = id;
    if (id === undefined || !(isNew || deploymentStateOf(latest) === 'running')) return;
    failures = 0;
    reference = { account, kind: 'deployment', ids: [...ids, id] };
    readDeployment = deploymentReader(read, project, reference);
  };
  find(store.find(subject));
  return {
    pause: () => (clock.elapsed() - began >= minuteMs ? 10_000 : 3_000),
    async look() {
      failures += 1;
      if (!reference) find(await read(project));
      if (!reference) return undefined;
      const latestDeployment = await readDeployment();
      const state = deploymentStateOf(latestDeployment);
      const shown = store.find(subject);
      if (latestDeployment && shown) {
        store.replace(subject, { ...shown, latestDeployment }, latestDeployment);
      }
      if (state === 'running') failures = 0;
      return state === 'done' || state === 'failed' ? { state, reference } : undefined;
    },
    giveUp: () => (failures >= mostTries ? { state: 'unknown', reference } : undefined),
  };
}

/** Reads a deployment, or the project's latest if the service can't read a single one. */
function deploymentReader(
  read: (reference: ResourceReference) => Promise<Resource>,
  project: ResourceReference,
  reference: ResourceReference,
): () => Promise<Resource | undefined> {
  let isReadAlone = true;
  return async () => {
    if (isReadAlone) {
      try {
        return await read(reference);
      } catch (error) {
        if (!isMissing(error)) throw error;
        isReadAlone = false;
      }
    }
    const { latestDeployment } = await read(project);
    return isObject(latestDeployment) && latestDeployment['id'] === reference.ids.at(-1)
      ? latestDeployment
      : undefined;
  };
}

function deploymentStateOf(deployment: unknown): ReturnType<typeof toDeploymentState> {
  return toDeploymentState(isObject(deployment) ? deployment['status'] : undefined);
}

function deploymentIdOf(deployment: unknown): ResourceId | undefined {
  const id = isObject(deployment) ? deployment['id'] : undefined;
  return typeof id === 'number' ? id : undefined;
}
