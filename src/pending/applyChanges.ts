import type { PendingChanges } from './pendingChanges';
import type { Settled, SettledChange } from './settledChange';
import { toSides } from './sides';
import { type StagedChange, type StagedState, toStagedKey } from './stagedChange';
import { type StagedActionOptions, plannedWritesOf } from './stagedActions';
import { ApiError } from '../api/errors';
import { DocumentError, isConflict } from '../documents/documentError';
import type { WriteOptions } from '../documents/documentTypes';
import type { Guard } from '../documents/writing/guard';
import { errorsOf, mayStillArrive } from '../documents/writing/outcome';
import { StoppedError, WriteError } from '../documents/writing/writeError';
import type { ResourceUpdate } from '../documents/writing/resourceUpdate';
import { opensAccess } from '../resources/lockOut/plannedWrite';
import { type ResourceReference, serverOf, toKey } from '../resources/reference';
import { t } from '../base/l10n';

interface Applying {
  readonly pending: PendingChanges;
  /** The one way to write: see `Documents.change`. */
  change(
    reference: ResourceReference,
    toSides: ResourceUpdate['toSides'],
    options: WriteOptions,
  ): Promise<unknown>;
  /** The one way to create and delete; throws like `change`. Returns what it created, if known. */
  createOrDelete(
    staged: StagedChange,
    options: StagedActionOptions,
  ): Promise<ResourceReference | undefined>;
  readonly describeError: (error: unknown) => string;
}

interface ApplyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly guard?: Guard | undefined;
  /** The reason, unless a change has its own. */
  readonly reason?: string | undefined;
  /** Called after each change. */
  readonly onSettled?: (count: number) => void;
}

/** A change that was applied. */
export interface AppliedChange {
  readonly staged: StagedChange;
  /** The resource it created, if that is known. */
  readonly created: ResourceReference | undefined;
}

/** A change that wasn't applied, and why. */
export interface UnappliedChange {
  readonly staged: StagedChange;
  readonly type: Exclude<StagedState['type'], 'drifted'>;
}

export interface Applied {
  readonly done: number;
  readonly conflict: number;
  readonly failed: number;
  readonly unknown: number;
  /** Changes that stay pending as before. */
  readonly pending: number;
  /** Why the remaining changes weren't applied, by account. */
  readonly stops: ReadonlyMap<string, unknown>;
  readonly applied: readonly AppliedChange[];
  readonly left: readonly UnappliedChange[];
}

/**
 * How often results are stored, in milliseconds. If the window closes in between, the lock shows
 * which changes may have been applied.
 */
const storePauseMs = 500;

/**
 * Applies staged changes: those of one server in order, servers in parallel. Each is read again,
 * compared three ways and written. Refused credentials, a used-up limit and a service that
 * can't be reached end it for their account. Undefined if another window is applying.
 */
export async function applyChanges(
  applying: Applying,
  chosen: readonly StagedChange[],
  options: ApplyOptions = {},
): Promise<Applied | undefined> {
  const { applyLock } = applying.pending;
  if (!(await applyLock.acquire(chosen.map(toStagedKey)))) return undefined;
  try {
    // Another window may have closed while applying, after this one asked the person.
    await applying.pending.refresh();
    const run = new Run(applying, options);
    await Promise.all([...groupByServer(chosen).values()].map((group) => run.applyInOrder(group)));
    await run.finish();
    return { ...run.counts, stops: run.stops, applied: run.applied, left: run.left };
  } finally {
    await applyLock.release();
  }
}

class Run {
  readonly counts = { done: 0, conflict: 0, failed: 0, unknown: 0, pending: 0, drifted: 0 };
  readonly stops = new Map<string, unknown>();
  readonly applied: AppliedChange[] = [];
  readonly left: UnappliedChange[] = [];
  readonly #applying: Applying;
  readonly #options: ApplyOptions;
  #settled = 0;
  /** The results that aren't stored yet. */
  #unstored: SettledChange[] = [];
  #storedAt = performance.now();
  readonly #stores: Promise<void>[] = [];

  constructor(applying: Applying, options: ApplyOptions) {
    this.#applying = applying;
    this.#options = options;
  }

  /** Stores the last results. */
  async finish(): Promise<void> {
    this.#store();
    await Promise.all(this.#stores);
  }

  async applyInOrder(staged: readonly StagedChange[]): Promise<void> {
    for (const change of staged) {
      // One server's changes may depend on each other.
      await this.#apply(change);
    }
  }

  /** The next change doesn't wait for this: each time, everything staged is written. */
  #store(): void {
    const results = this.#unstored;
    this.#unstored = [];
    this.#storedAt = performance.now();
    this.#stores.push(this.#applying.pending.settle(results));
  }

  async #apply(chosen: StagedChange): Promise<void> {
    const { pending } = this.#applying;
    const staged = pending.find(chosen);
    // Discarded meanwhile, or applied by another window.
    if (!staged) return;
    // Only changes that the person agreed to are sent.
    const isSent = staged.at === chosen.at && this.#goesOn(staged);
    const settled = isSent ? await this.#write(staged) : undefined;
    const type = settled?.type === 'kept' ? settled.state.type : (settled?.type ?? 'pending');
    this.counts[type] += 1;
    if (type !== 'done' && type !== 'drifted') this.left.push({ staged, type });
    if (settled) this.#unstored.push({ staged, settled });
    if (performance.now() - this.#storedAt > storePauseMs) this.#store();
    this.#options.onSettled?.((this.#settled += 1));
  }

  #goesOn({ reference }: StagedChange): boolean {
    const isStopped = this.#options.signal?.aborted === true || this.stops.has(reference.account);
    return !isStopped && this.#applying.pending.applyLock.isHeld;
  }

  /** A change that turns out to be applied later isn't pending any more. */
  #correct(staged: StagedChange, { later }: WriteError): void {
    const { pending } = this.#applying;
    void later?.then((arrived) =>
      arrived ? pending.settle([{ staged, settled: { type: 'done' } }]) : undefined,
    );
  }

  async #write(staged: StagedChange): Promise<Settled | undefined> {
    const { signal, guard, reason } = this.#options;
    try {
      if (staged.operation) {
        const created = await this.#applying.createOrDelete(staged, { signal, guard });
        this.applied.push({ staged, created });
        return { type: 'done' };
      }
      await this.#applying.change(staged.reference, (theirs) => toSides(staged.changes, theirs), {
        progress: (work) => work(signal),
        guard,
        reason: reasonFor(staged) ?? reason,
      });
      this.applied.push({ staged, created: undefined });
      return { type: 'done' };
    } catch (error) {
      if (error instanceof WriteError) this.#correct(staged, error);
      const settled = toSettled(error, this.#applying.describeError);
      if (!settled && !(error instanceof StoppedError)) {
        this.stops.set(staged.reference.account, error);
      }
      return settled;
    }
  }
}

/** The reason of its own that the history shows: it doesn't say otherwise who made a change. */
function reasonFor({ origin, reason }: StagedChange): string | undefined {
  return origin === 'model' ? t('Proposed by a model: {0}', reason ?? '') : reason;
}

/** The state after a failed write; undefined if nothing was sent and the change stays as it was. */
function toSettled(error: unknown, describe: (error: unknown) => string): Settled | undefined {
  if (error instanceof StoppedError || endsAll(error)) return undefined;
  if (isConflict(error)) {
    const fields = error.problems.map(({ path }) => [...path]);
    return { type: 'kept', state: { type: 'conflict', fields } };
  }
  const text = describe(error);
  if (error instanceof WriteError) {
    const { outcome, arrived, cause, known } = error;
    if (outcome === 'unknown') {
      const why = cause === undefined ? '' : describe(cause);
      const before = known ? { before: [...known] } : {};
      const late = mayStillArrive(cause) ? { isLate: true } : {};
      return { type: 'kept', state: { type: 'unknown', text: why, ...before, ...late } };
    }
    return { type: 'kept', state: { type: 'failed', text, fields: fieldsOf(cause) }, arrived };
  }
  return { type: 'kept', state: { type: 'failed', text, fields: fieldsOf(error) } };
}

/** True if all further changes would fail the same way, and nothing of this one was sent. */
function endsAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { reason, isUnsent } = error;
  return (
    reason === 'unauthorized' ||
    reason === 'rateLimited' ||
    reason === 'cancelled' ||
    (reason === 'network' && isUnsent)
  );
}

function fieldsOf(error: unknown): { path: string[]; detail: string }[] {
  const problems = errorsOf(error).flatMap((each) =>
    each instanceof DocumentError ? each.problems : [],
  );
  return problems.map(({ path, detail = '' }) => ({ path: [...path], detail: String(detail) }));
}

/**
 * By server, or by account if there's none. Changes that open access come first: others may rely on
 * them to log in.
 */
function groupByServer(staged: readonly StagedChange[]): ReadonlyMap<string, StagedChange[]> {
  const groups = new Map<string, StagedChange[]>();
  const isFirst = (each: StagedChange): boolean => plannedWritesOf(each).some(opensAccess);
  const sorted = staged.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  for (const change of sorted) {
    const server = serverOf(change.reference);
    const key = server ? toKey(server) : change.reference.account;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return groups;
}
