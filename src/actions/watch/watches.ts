import { watchDefinitions } from './kinds';
import {
  keptTasks,
  type WatchedTask,
  type WatchKind,
  type WatchOutcome,
  type WatchServices,
} from './task';
import { Emitter, type Event } from '../../base/emitter';
import { randomHex } from '../../base/random';
import type { Resource } from '../../resources/kinds/kind';
import { KeptValues, type KeyValues } from '../../resources/storage/keptValues';
import { type ResourceReference, toKey } from '../../resources/reference';

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
    this.#ended.dispose();
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
      const outcome = await watchDefinitions[task.kind].watch(this.#services, task, signal);
      if (signal.aborted) return;
      this.#remove(task);
      this.#ended.fire({ ...outcome, task });
    } catch (error) {
      if (signal.aborted) return;
      this.#remove(task);
      this.#note(String(error));
    }
  }

  #remove({ id }: WatchedTask): void {
    this.#watched.delete(id);
    void this.#keep();
  }

  async #keep(): Promise<void> {
    if (!this.#isDisposed) await this.#kept.set(tasksKey, this.tasks);
  }
}
