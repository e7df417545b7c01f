import type { PendingChanges, Settled } from './pendingChanges';
import { toSides } from './sides';
import { type StagedChange, toStagedKey } from './stagedChange';
import type { WholeOptions } from './applyWhole';
import { ApiError } from '../api/errors';
import { DocumentError, isConflict } from '../documents/documentError';
import type { WriteOptions } from '../documents/documentTypes';
import type { Guard } from '../documents/writing/guard';
import { errorsOf } from '../documents/writing/outcome';
import { StoppedError, WriteError } from '../documents/writing/writeError';
import type { Wish } from '../documents/writing/wish';
import { lineage } from '../resources/kinds/kinds';
import type { ResourceReference } from '../resources/reference';

/** What applying needs. */
interface Applying {
  readonly pending: PendingChanges;
  /** The one way to write: see `Documents.change`. */
  change(
    reference: ResourceReference,
    toSides: Wish['toSides'],
    options: WriteOptions,
  ): Promise<unknown>;
  /** The way to create and to delete; throws like `change`. */
  perform(staged: StagedChange, options: WholeOptions): Promise<void>;
  readonly describeError: (error: unknown) => string;
}

interface ApplyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly guard?: Guard | undefined;
  /** Why, unless a change has a reason of its own. */
  readonly reason?: string | undefined;
  /** Called after each. */
  readonly onSettled?: (count: number) => void;
}

/** What became of the changes that were to be applied. */
export interface Applied {
  readonly done: number;
  readonly conflict: number;
  readonly failed: number;
  readonly unknown: number;
  /** Those that were left as they were. */
  readonly pending: number;
  /** Why the rest was left, by account. */
  readonly stops: ReadonlyMap<string, unknown>;
}

/**
 * How often results are stored, in milliseconds. If the window closes before, the turn tells which
 * changes may have been applied.
 */
const storePauseMs = 500;

/**
 * Applies staged changes: of one server in order, of several side by side. Each is read again,
 * compared three ways and written. Credentials that are refused, a used-up limit and a service that
 * can't be reached end it for their account. Undefined if another window is applying.
 */
export async function applyChanges(
  applying: Applying,
  chosen: readonly StagedChange[],
  options: ApplyOptions = {},
): Promise<Applied | undefined> {
  const { turn } = applying.pending;
  if (!(await turn.take(chosen.map(({ reference }) => toStagedKey(reference))))) return undefined;
  try {
    const run = new Run(applying, options);
    // Another window may have applied some meanwhile, or changed them.
    const current = chosen.flatMap(({ reference }) => applying.pending.find(reference) ?? []);
    await Promise.all([...groupByServer(current).values()].map((group) => run.applyInOrder(group)));
    await run.finish();
    return { ...run.counts, stops: run.stops };
  } finally {
    await turn.end();
  }
}

class Run {
  readonly counts = { done: 0, conflict: 0, failed: 0, unknown: 0, pending: 0, drifted: 0 };
  readonly stops = new Map<string, unknown>();
  readonly #applying: Applying;
  readonly #options: ApplyOptions;
  #settled = 0;
  /** The results that aren't stored yet. */
  #unstored: { readonly staged: StagedChange; readonly settled: Settled }[] = [];
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
    for (const each of staged) {
      // One server's changes may depend on each other.
      // oxlint-disable-next-line no-await-in-loop
      await this.#apply(each);
    }
  }

  /** What's next doesn't wait for it: each time, everything that's staged is written. */
  #store(): void {
    const results = this.#unstored;
    this.#unstored = [];
    this.#storedAt = performance.now();
    this.#stores.push(this.#applying.pending.settle(results));
  }

  async #apply(staged: StagedChange): Promise<void> {
    const { signal, onSettled } = this.#options;
    const isLeft = signal?.aborted === true || this.stops.has(staged.reference.account);
    const settled = isLeft ? undefined : await this.#write(staged);
    const type = settled?.type === 'kept' ? settled.state.type : (settled?.type ?? 'pending');
    this.counts[type] += 1;
    if (settled) this.#unstored.push({ staged, settled });
    if (performance.now() - this.#storedAt > storePauseMs) this.#store();
    onSettled?.((this.#settled += 1));
  }

  async #write(staged: StagedChange): Promise<Settled | undefined> {
    const { signal, guard, reason } = this.#options;
    try {
      if (staged.operation) {
        await this.#applying.perform(staged, { signal, guard });
        return { type: 'done' };
      }
      await this.#applying.change(staged.reference, (theirs) => toSides(staged.changes, theirs), {
        progress: (work) => work(signal),
        guard,
        reason: staged.reason ?? reason,
      });
      return { type: 'done' };
    } catch (error) {
      const settled = toSettled(error, this.#applying.describeError);
      if (!settled && !(error instanceof StoppedError)) {
        this.stops.set(staged.reference.account, error);
      }
      return settled;
    }
  }
}

/** What a failed write means; undefined if nothing was sent and the change stays as it was. */
function toSettled(error: unknown, describe: (error: unknown) => string): Settled | undefined {
  if (error instanceof StoppedError || endsAll(error)) return undefined;
  if (isConflict(error)) {
    const fields = error.problems.map(({ path }) => [...path]);
    return { type: 'kept', state: { type: 'conflict', fields } };
  }
  const text = describe(error);
  if (error instanceof WriteError) {
    const { outcome, arrived, cause } = error;
    if (outcome === 'unknown') return { type: 'kept', state: { type: 'unknown', text } };
    return { type: 'kept', state: { type: 'failed', text, fields: fieldsOf(cause) }, arrived };
  }
  return { type: 'kept', state: { type: 'failed', text, fields: fieldsOf(error) } };
}

/** Whether whatever comes next would fail alike, and nothing of this was sent. */
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

/** By server, or by account for what is on none. */
function groupByServer(staged: readonly StagedChange[]): ReadonlyMap<string, StagedChange[]> {
  const groups = new Map<string, StagedChange[]>();
  for (const each of staged) {
    const { account, kind, ids } = each.reference;
    const isOnServer = lineage(kind)[0]?.id === 'server';
    const key = `${account}/${isOnServer ? String(ids[0]) : ''}`;
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}
