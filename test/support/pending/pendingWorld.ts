import assert from 'node:assert/strict';
import { MemoryFolder } from '../memoryFolder';
import { openGuard } from '../openGuard';
import { withoutPauses } from '../withoutPauses';
import type { Clock } from '../../../src/api/scheduling/clock';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import { foreign } from '../../../src/base/foreignText';
import type { JsonObject, JsonValue } from '../../../src/base/json';
import { toContent } from '../../../src/documents/content';
import type { WriteOptions } from '../../../src/documents/documents';
import {
  type LoggedWrite,
  type ResourceUpdate,
  type WriteClient,
  writeResource,
  type Written,
} from '../../../src/documents/writing/writeResource';
import { type Applied, applyChanges } from '../../../src/pending/applyChanges';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import type { Origin, StagedChange } from '../../../src/pending/stagedChange';
import { findKind } from '../../../src/resources/kinds/kinds';
import { type ListedFolder, SharedValues } from '../../../src/resources/storage/sharedValues';
import { asResource, type ResourceReference, toKey } from '../../../src/resources/reference';

/** The failure of a request, before or after it took effect. */
export interface Fault {
  readonly reason: ApiErrorReason;
  /** Whether a write takes effect anyway. */
  readonly isApplied?: boolean;
  /** Whether it was never sent. */
  readonly isUnsent?: boolean;
}

/** A service with cron jobs that refuses empty labels, and may fail otherwise. */
export class CronService {
  readonly rows = new Map<string, Record<string, JsonValue>>();
  /** Every request, as `GET 1` or `PATCH 1`. */
  readonly requests: string[] = [];
  /** The failure of the next request; undefined if it's answered. */
  nextFault: (method: 'GET' | 'PATCH') => Fault | undefined = () => undefined;
  /** Called before each request, to simulate what others do meanwhile. */
  before: (method: 'GET' | 'PATCH', reference: ResourceReference) => void | Promise<void> = () =>
    undefined;
  /** Called with each write that takes effect, and the changed row. */
  onWrite: (reference: ResourceReference, row: JsonObject, body: JsonObject) => void = () =>
    undefined;

  add(reference: ResourceReference, label: string): void {
    this.rows.set(toKey(reference), {
      id: reference.ids.at(-1) ?? 0,
      label,
      username: 'root',
      command: 'true',
      time: '1 2 3 4 5',
      enabled: 1,
    });
  }

  at(reference: ResourceReference): Record<string, JsonValue> {
    const row = this.rows.get(toKey(reference));
    if (!row) throw new TypeError(`There is no ${toKey(reference)}`);
    return row;
  }

  readonly client: WriteClient = {
    requireWritable: () => Promise.resolve(),
    readWhole: async (reference) => {
      await this.#meet('GET', reference);
      return { ...this.at(reference) };
    },
    write: async (target, { body }) => {
      const reference = asResource(target);
      const { minute, hour, dayOfMonth, month, dayOfWeek, ...fields } = body as JsonObject;
      const time = [minute, hour, dayOfMonth, month, dayOfWeek].map(String).join(' ');
      await this.#meet('PATCH', reference, () => {
        if (fields['label'] === '') throw refusal();
        const row = this.at(reference);
        this.onWrite(reference, { ...row }, { ...fields, time });
        Object.assign(row, fields, { time });
      });
      return { ...this.at(reference) };
    },
  };

  async #meet(
    method: 'GET' | 'PATCH',
    reference: ResourceReference,
    takeEffect: () => void = () => undefined,
  ): Promise<void> {
    await this.before(method, reference);
    this.requests.push(`${method} ${reference.ids.at(-1)}`);
    const fault = this.nextFault(method);
    if (!fault || fault.isApplied) takeEffect();
    if (fault) {
      const operation = { method, path: '/cron' } as const;
      throw new ApiError(fault.reason, operation, 'fault', { isUnsent: fault.isUnsent === true });
    }
  }
}

function refusal(): ApiError {
  return new ApiError('invalid', { method: 'PATCH', path: '/cron' }, '422', {
    status: 422,
    fieldErrors: { label: [foreign('A label is required.')] },
  });
}

/** A cron job of a server. */
export function cronAt(server: number, id: number): ResourceReference {
  return { account: 'a', kind: 'cronJob', ids: [server, id] };
}

/** One window with staged changes; several may share a folder. */
export class PendingWindow {
  readonly service: CronService;
  /** For what is looked at again later. */
  clock: Clock = withoutPauses;
  readonly values: SharedValues;
  readonly pending: PendingChanges;
  readonly logged: LoggedWrite[] = [];
  readonly reasons: (string | undefined)[] = [];

  /** Performs a staged creation or deletion. */
  createOrDelete: (staged: StagedChange) => Promise<ResourceReference | undefined> = () =>
    Promise.reject(new TypeError('Nothing is created or deleted here'));

  constructor(
    service = new CronService(),
    folder: ListedFolder = new MemoryFolder(),
    clock: Clock = withoutPauses,
  ) {
    this.service = service;
    this.values = new SharedValues('pending', folder, () => undefined);
    this.pending = new PendingChanges(this.values, clock);
  }

  /** Stages new values of a cron job, based on its live state. */
  async stage(
    reference: ResourceReference,
    fields: Readonly<Record<string, JsonValue>>,
  ): Promise<void> {
    const content = toContent(findKind('cronJob'), this.service.at(reference));
    const changes = Object.entries(fields).map(([name, after]) => {
      return { path: [name], before: content[name], after };
    });
    const path = `/A/server/Cron Jobs/${reference.ids.join('-')}.cron-job.json`;
    await this.pending.stage([{ reference, origin: 'person', path, changes }]);
  }

  /** What the person, or another origin, staged for a resource. */
  find(reference: ResourceReference, origin: Origin = 'person'): StagedChange | undefined {
    return this.pending.find({ reference, origin });
  }

  /** Applies all or some staged changes. */
  apply(
    chosen: readonly StagedChange[] = this.pending.all,
    options: Parameters<typeof applyChanges>[2] = {},
  ): Promise<Applied | undefined> {
    const parts = {
      pending: this.pending,
      documents: this,
      createOrDelete: (staged: StagedChange) => this.createOrDelete(staged),
      describeError: (error: unknown) => (error instanceof Error ? error.message : String(error)),
    };
    return applyChanges(parts, chosen, options);
  }

  /** The states of staged changes, by id. */
  get states(): Record<string, string> {
    return Object.fromEntries(
      this.pending.all.map(({ reference, state }) => [String(reference.ids.at(-1)), state.type]),
    );
  }

  change(
    reference: ResourceReference,
    toSides: ResourceUpdate['toSides'],
    { progress, reason }: WriteOptions,
  ): Promise<Written> {
    this.reasons.push(reason);
    const around = {
      client: this.service.client,
      clock: this.clock,
      guard: openGuard,
      noteRead: () => undefined,
      noteWrite: (write: LoggedWrite) => void this.logged.push(write),
    };
    return writeResource(around, { reference, toSides }, progress);
  }
}

/** Of each outcome, how many changes have it. */
export function countsOf(applied: Applied | undefined) {
  assert.ok(applied);
  const { stops: _, applied: __, left: ___, later: ____, ...counts } = applied;
  return counts;
}

export const nothingApplied = {
  done: 0,
  conflict: 0,
  drifted: 0,
  failed: 0,
  unknown: 0,
  pending: 0,
};
