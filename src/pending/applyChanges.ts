import type { PendingChanges } from './pendingChanges';
import {
  type SettledChange,
  type StagedChange,
  type StagedState,
  toSides,
  toStagedKey,
} from './stagedChange';
import {
  conflictError,
  DocumentError,
  errorsOf,
  isConflict,
  mayStillArrive,
  StoppedError,
  WriteError,
} from '../documents/writing/outcome';
import type { Documents } from '../documents/documents';
import type { Guard } from '../documents/writing/guard';
import { applyAll, type Rollout, type Settled } from '../documents/writing/performWrite';
import { opensAccess, type PlannedWrite, toPlannedWrites } from '../resources/lockOut/findLockOuts';
import {
  collectionOf,
  type CollectionReference,
  resourceIn,
  type ResourceReference,
  serverOf,
  type Target,
  toKey,
} from '../resources/reference';
import { group } from '../base/group';
import { t } from '../base/l10n';
import type { Action, ActionContext } from '../actions/action';
import { actions, creatingAction } from '../actions/actions';
import { ActionJob } from '../actions/sendAction';
import { rememberNames } from '../actions/subject';
import { type JsonObject, apply, type Change, isEqual, memberAt } from '../base/json';
import { toContent } from '../documents/content';
import { creationFor } from '../documents/creations/creations';
import type { Creation } from '../documents/creations/creation';
import { type Created, judgeCreation } from '../documents/writing/judge';
import { createReader, findLive, type Reader } from '../documents/writing/findLive';
import { findKind, type KindId } from '../resources/kinds/kinds';
import type { ResourceId } from '../resources/kinds/kind';

interface Applying {
  readonly pending: PendingChanges;
  readonly documents: Pick<Documents, 'change'>;
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
  readonly rollout?: StagedRollout | undefined;
}

export interface StagedRollout extends Omit<Rollout, 'mayFollow'> {
  /** The server whose changes come first. */
  readonly first: ResourceReference;
  readonly mayFollow: (soFar: Pick<Applied, 'done' | 'left'>) => Promise<boolean>;
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
  /** What became of changes that may still arrive: each is empty if it doesn't. */
  readonly later: readonly Promise<readonly AppliedChange[]>[];
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
    const later: Promise<readonly AppliedChange[]>[] = [];
    const results = new Results(pending);
    const { rollout } = options;
    const lines = toLines(chosen, rollout).map((line) => findCurrent(pending, line));
    const stops = await applyAll(lines, {
      apply: async ({ staged, isAgreed }) => {
        if (!isAgreed || !applyLock.isHeld) throw new StoppedError();
        return { created: await write(applying, staged, options) };
      },
      accountOf: ({ staged }) => staged.reference.account,
      signal: options.signal,
      report: options.report,
      rollout: rollout && {
        ...rollout,
        mayFollow: () => results.finish().then(() => rollout.mayFollow({ ...counts, left })),
      },
      onSettled: ({ staged }, result) => {
        const settled = toSettled(staged, result, describeError);
        const type = settled ? (settled.state?.type ?? 'done') : 'pending';
        counts[type] += 1;
        if (result.value) applied.push({ staged, ...result.value });
        else if (type !== 'done' && type !== 'drifted') left.push({ staged, type });
        if (settled) results.add(settled);
        if (result.error instanceof WriteError && result.error.later) {
          later.push(results.correctLater(staged, result.error.later));
        }
      },
    });
    await results.finish();
    return { ...counts, stops, applied, later, left };
  } finally {
    await applyLock.release();
  }
}

function toLines(
  chosen: readonly StagedChange[],
  rollout: StagedRollout | undefined,
): readonly (readonly StagedChange[])[] {
  const first = rollout && toKey(rollout.first);
  return [...groupByServer(chosen)]
    .toSorted(([one], [other]) => Number(other === first) - Number(one === first))
    .map(([, line]) => line);
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
  async correctLater(
    staged: StagedChange,
    later: Promise<unknown>,
  ): Promise<readonly AppliedChange[]> {
    if (!(await later)) return [];
    await this.#pending.settle([{ staged }]);
    return [{ staged, created: undefined }];
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

async function write(
  applying: Applying,
  staged: StagedChange,
  { signal, guard, reason }: ApplyOptions,
): Promise<ResourceReference | undefined> {
  if (staged.operation) return applying.createOrDelete(staged, { signal, guard });
  const { reason: own } = staged;
  await applying.documents.change(staged.reference, (theirs) => toSides(staged.changes, theirs), {
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
  const isFirst = (each: StagedChange): boolean => plannedWritesOf(each).some(opensAccess);
  const sorted = staged.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  return group(sorted, ({ reference }) => {
    const server = serverOf(reference);
    return server ? toKey(server) : reference.account;
  });
}

/** The created resource, `created` if no read shows it, or `again` if it wasn't created. */
export type Decision = ResourceReference | 'created' | 'again';

export interface StagedActionOptions {
  readonly signal?: AbortSignal | undefined;
  readonly guard?: Guard | undefined;
  readonly found?: Decision | undefined;
}

interface StagedCreation {
  readonly creation: Creation;
  readonly collection: CollectionReference;
  /** Without secrets. */
  readonly content: JsonObject;
}

export function deletionOf(kind: KindId): Action | undefined {
  return actions.find((each) => each.command === 'serverManagement.delete' && each.kind === kind);
}

export function creationOf({
  operation,
  reference,
  changes,
}: Pick<StagedChange, 'operation' | 'reference' | 'changes'>): StagedCreation | undefined {
  if (operation !== 'create') return undefined;
  const content = apply({}, changes);
  const creation = creationFor(reference.kind, content);
  return creation && { creation, collection: collectionOf(reference), content };
}

export function plannedWritesOf(staged: StagedChange): readonly PlannedWrite[] {
  const { reference, changes, operation } = staged;
  const created = creationOf(staged);
  if (created) {
    const { creation, collection, content } = created;
    return [{ endpoint: creation.endpoint, target: collection, body: content }];
  }
  const deletion = operation === 'delete' && deletionOf(reference.kind);
  if (deletion) return [{ endpoint: deletion.endpoint, target: reference }];
  return toPlannedWrites(reference, changes);
}

/**
 * By the action that a person would use. Returns the created resource, if it can be identified.
 * @throws StoppedError, DocumentError, ApiError if nothing was done; WriteError if it may be.
 */
export async function runStagedAction(
  context: ActionContext,
  staged: StagedChange,
  options: StagedActionOptions,
  secrets: readonly Change[] = [],
): Promise<ResourceReference | undefined> {
  return staged.operation === 'create'
    ? create(context, staged, options, secrets)
    : remove(context, staged, options);
}

async function create(
  context: ActionContext,
  staged: StagedChange,
  options: StagedActionOptions,
  secrets: readonly Change[],
): Promise<ResourceReference | undefined> {
  const planned = creationOf(staged);
  const { kind } = staged.reference;
  const action = planned && creatingAction(kind, planned.creation);
  if (!planned || !action) throw new StoppedError();
  const { creation, collection, content } = planned;
  if (typeof options.found === 'object') return options.found;
  if (options.found === 'created') return undefined;
  const earlier = options.found ? undefined : await lookForCreated(context, staged);
  if (earlier?.outcome === 'done') return earlier.created;
  if (earlier?.outcome === 'unknown') {
    throw new WriteError('unknown', { arrived: [], kept: [], known: idsBefore(staged) });
  }
  const call = { endpoint: creation.endpoint, body: apply(content, secrets) };
  const target = findKind(kind).variable ? collection : resourceIn(collection);
  const creating = { ...action, toCall: () => call };
  return runOneAction(context, creating, { target, values: content }, options);
}

/** Looks for the resource of a staged creation that may have been done; undefined for all others. */
export async function lookForCreated(
  context: ActionContext,
  staged: StagedChange,
): Promise<Created | undefined> {
  const planned = staged.state.type === 'unknown' ? creationOf(staged) : undefined;
  if (!planned) return undefined;
  const { creation, collection, content } = planned;
  const sent = creation.toRead?.(content) ?? content;
  const lost = { collection, sent, before: idsBefore(staged) };
  const found = await judgeCreation(context, lost, undefined);
  // The service may still create it.
  const isLate = staged.state.type === 'unknown' && staged.state.isLate === true;
  return found.outcome === 'failed' && isLate ? { outcome: 'unknown' } : found;
}

function idsBefore({ state }: StagedChange): readonly ResourceId[] | undefined {
  return state.type === 'unknown' ? state.before : undefined;
}

/** Deletes a resource unless others changed it since; if it's already gone, there's nothing to do. */
async function remove(
  context: ActionContext,
  { reference, changes }: StagedChange,
  options: StagedActionOptions,
): Promise<undefined> {
  const action = deletionOf(reference.kind);
  if (!action) throw new StoppedError();
  const { client, store } = context;
  const reader: Reader = {
    ...createReader(context),
    read: (...given) => client.readWhole(...given),
  };
  const resource = await findLive(reader, reference, { signal: options.signal });
  if (!resource) return undefined;
  // The history calls it by its name.
  store.replace(reference, resource);
  const live = toContent(findKind(reference.kind), resource);
  const changed = changes.filter(({ path, before }) => !isEqual(memberAt(live, path), before));
  if (changed.length > 0) throw conflictError(changed.map(({ path }) => path));
  await runOneAction(context, action, { target: reference, values: {} }, options);
  return undefined;
}

/** @throws what `performWrite` throws. */
export async function runOneAction(
  context: ActionContext,
  action: Action,
  { target, values }: { readonly target: Target; readonly values: JsonObject },
  { signal = new AbortController().signal, guard = context.guard }: StagedActionOptions,
): Promise<ResourceReference | undefined> {
  const naming = rememberNames(context, [target]);
  const job = new ActionJob(context, action, { target, values, naming });
  return (await job.send(guard, signal))?.found.created;
}
