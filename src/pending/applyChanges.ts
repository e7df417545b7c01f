import type { PendingChanges } from './pendingChanges';
import {
  type SettledChange,
  type StagedChange,
  type StagedState,
  toSides,
  toStagedKey,
} from './stagedChange';
import { type StagedActionOptions, plannedWritesOf } from './stagedActions';
import {
  DocumentError,
  isConflict,
  errorsOf,
  mayStillArrive,
  StoppedError,
  WriteError,
} from '../documents/writing/outcome';
import type { WriteOptions } from '../documents/documents';
import type { Guard } from '../documents/writing/guard';
import { applyAll, type Settled } from '../documents/writing/applyAll';
import type { ResourceUpdate } from '../documents/writing/writeResource';
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
  readonly report?: ((number: number) => void) | undefined;
}

export interface AppliedChange {
  readonly staged: StagedChange;
  readonly created: ResourceReference | undefined;
}

export interface UnappliedChange {
  readonly staged: StagedChange;
  readonly type: Exclude<StagedState['type'], 'drifted'>;
}

export interface Applied {
  readonly done: number;
  readonly conflict: number;
  readonly failed: number;
  readonly unknown: number;
  readonly pending: number;
  /** Why the remaining changes weren't applied, by account. */
  readonly stops: ReadonlyMap<string, unknown>;
  readonly applied: readonly AppliedChange[];
  readonly left: readonly UnappliedChange[];
}

/** If the window closes in between, the lock shows which changes may have been applied. */
const storePauseMs = 500;

/** A server's in order, servers in parallel. Undefined if another window is applying. */
export async function applyChanges(
  applying: Applying,
  chosen: readonly StagedChange[],
  options: ApplyOptions = {},
): Promise<Applied | undefined> {
  const { pending, describeError } = applying;
  const { applyLock } = pending;
  if (!(await applyLock.acquire(chosen.map(toStagedKey)))) return undefined;
  try {
    // Another window may have closed while applying, after this one asked the person.
    await pending.refresh();
    const counts = { done: 0, conflict: 0, failed: 0, unknown: 0, pending: 0, drifted: 0 };
    const applied: AppliedChange[] = [];
    const left: UnappliedChange[] = [];
    const results = new Results(pending);
    const lines = [...groupByServer(chosen).values()].map((line) => findCurrent(pending, line));
    const stops = await applyAll(lines, {
      apply: async ({ staged, isAgreed }) => {
        if (!isAgreed || !applyLock.isHeld) throw new StoppedError();
        return { created: await write(applying, staged, options) };
      },
      accountOf: ({ staged }) => staged.reference.account,
      signal: options.signal,
      report: options.report,
      onSettled: ({ staged }, result) => {
        const settled = toSettled(staged, result, describeError);
        const type = settled ? (settled.state?.type ?? 'done') : 'pending';
        counts[type] += 1;
        if (result.value) applied.push({ staged, ...result.value });
        else if (type !== 'done' && type !== 'drifted') left.push({ staged, type });
        if (settled) results.add(settled);
        results.correctLater(staged, result.error);
      },
    });
    await results.finish();
    return { ...counts, stops, applied, left };
  } finally {
    await applyLock.release();
  }
}

/** Skips changes that were discarded or applied meanwhile: only what was agreed to is sent. */
function* findCurrent(
  pending: PendingChanges,
  line: readonly StagedChange[],
): Generator<{ readonly staged: StagedChange; readonly isAgreed: boolean }> {
  for (const chosen of line) {
    const staged = pending.find(chosen);
    if (staged) yield { staged, isAgreed: staged.at === chosen.at };
  }
}

class Results {
  readonly #pending: PendingChanges;
  #unstored: SettledChange[] = [];
  #storedAt = performance.now();
  readonly #stores: Promise<void>[] = [];

  constructor(pending: PendingChanges) {
    this.#pending = pending;
  }

  add(result: SettledChange): void {
    this.#unstored.push(result);
    if (performance.now() - this.#storedAt > storePauseMs) this.#store();
  }

  /** A change that turns out to be applied later isn't pending any more. */
  correctLater(staged: StagedChange, error: unknown): void {
    if (!(error instanceof WriteError)) return;
    void error.later?.then((arrived) => (arrived ? this.#pending.settle([{ staged }]) : undefined));
  }

  async finish(): Promise<void> {
    this.#store();
    await Promise.all(this.#stores);
  }

  /** The next change doesn't wait for this: each time, everything staged is written. */
  #store(): void {
    const results = this.#unstored;
    this.#unstored = [];
    this.#storedAt = performance.now();
    this.#stores.push(this.#pending.settle(results));
  }
}

/** Returns what it created, if known. @throws what `performWrite` throws. */
async function write(
  applying: Applying,
  staged: StagedChange,
  { signal, guard, reason }: ApplyOptions,
): Promise<ResourceReference | undefined> {
  if (staged.operation) return applying.createOrDelete(staged, { signal, guard });
  const { reason: own } = staged;
  await applying.change(staged.reference, (theirs) => toSides(staged.changes, theirs), {
    progress: (work) => work(signal),
    guard,
    // The history doesn't say otherwise who made a change.
    reason: staged.origin === 'model' ? t('Proposed by a model: {0}', own ?? '') : (own ?? reason),
  });
  return undefined;
}

/** The state after it was applied; undefined if nothing was sent and the change stays as it was. */
function toSettled(
  staged: StagedChange,
  { outcome, error }: Settled<unknown>,
  describe: (error: unknown) => string,
): SettledChange | undefined {
  if (outcome === 'notSent') return undefined;
  if (outcome === 'done') return { staged };
  if (isConflict(error)) {
    const fields = error.problems.map(({ path }) => [...path]);
    return { staged, state: { type: 'conflict', fields } };
  }
  if (outcome === 'unknown' && error instanceof WriteError) {
    const { cause, known } = error;
    const why = cause === undefined ? '' : describe(cause);
    const before = known ? { before: [...known] } : {};
    const late = mayStillArrive(cause) ? { isLate: true } : {};
    return { staged, state: { type: 'unknown', text: why, ...before, ...late } };
  }
  const { cause, arrived = [] } = error instanceof WriteError ? error : { cause: error };
  const state = { type: 'failed', text: describe(error), fields: fieldsOf(cause) } as const;
  return { staged, state, arrived };
}

function fieldsOf(error: unknown): { path: string[]; detail: string }[] {
  const problems = errorsOf(error).flatMap((each) =>
    each instanceof DocumentError ? each.problems : [],
  );
  return problems.map(({ path, detail = '' }) => ({ path: [...path], detail: String(detail) }));
}

/** Groups by server, and the rest by account. Changes that open access come first: others may rely on them. */
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
