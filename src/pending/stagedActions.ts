import type { StagedChange } from './stagedChange';
import type { Action, ActionContext } from '../actions/action';
import { actions, creatingAction } from '../actions/actions';
import { ActionJob } from '../actions/sendAction';
import type { JsonObject } from '../base/json';
import { apply, type Change, isEqual, memberAt } from '../base/patch';
import { toContent } from '../documents/content';
import { creationFor } from '../documents/creations/creations';
import type { Creation } from '../documents/creations/creation';
import { conflictError, StoppedError, WriteError } from '../documents/writing/outcome';
import type { Guard } from '../documents/writing/guard';
import { findCreated, type CreationFound } from '../documents/writing/creationJob';
import { createReader, findLive, type Reader } from '../documents/writing/findLive';
import { findKind, type KindId } from '../resources/kinds/kinds';
import type { ResourceId } from '../resources/kinds/kind';
import { type PlannedWrite, toPlannedWrites } from '../resources/lockOut/plannedWrite';
import {
  collectionOf,
  type CollectionReference,
  type ResourceReference,
  type Target,
} from '../resources/reference';

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
  return actions.find(
    ({ command, place }) =>
      command === 'serverManagement.delete' && 'resource' in place && place.resource === kind,
  );
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
  if (earlier?.verdict === 'done') return earlier.reference;
  if (earlier?.verdict === 'unknown') {
    throw new WriteError('unknown', { arrived: [], kept: [], known: idsBefore(staged) });
  }
  const call = { endpoint: creation.endpoint, body: apply(content, secrets) };
  const { account, parents } = collection;
  const target = findKind(kind).variable ? collection : { account, kind, ids: parents };
  const creating = { ...action, toCall: () => call };
  return runAction(context, creating, { target, values: content }, options);
}

/** Looks for the resource of a staged creation that may have been done; undefined for all others. */
export async function lookForCreated(
  context: ActionContext,
  staged: StagedChange,
): Promise<CreationFound | undefined> {
  const planned = staged.state.type === 'unknown' ? creationOf(staged) : undefined;
  if (!planned) return undefined;
  const { creation, collection, content } = planned;
  const sent = creation.toRead?.(content) ?? content;
  const found = await findCreated(context, { collection, sent, before: idsBefore(staged) });
  // The service may still create it.
  const isLate = staged.state.type === 'unknown' && staged.state.isLate === true;
  return found.verdict === 'failed' && isLate ? { verdict: 'unknown' } : found;
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
    ...createReader(client, store),
    read: (...given) => client.readWhole(...given),
  };
  const resource = await findLive(reader, reference, { signal: options.signal });
  if (!resource) return undefined;
  // The history calls it by its name.
  store.replace(reference, resource);
  const live = toContent(findKind(reference.kind), resource);
  const changed = changes.filter(({ path, before }) => !isEqual(memberAt(live, path), before));
  if (changed.length > 0) throw conflictError(changed.map(({ path }) => path));
  await runAction(context, action, { target: reference, values: {} }, options);
  return undefined;
}

async function runAction(
  context: ActionContext,
  action: Action,
  { target, values }: { readonly target: Target; readonly values: JsonObject },
  { signal = new AbortController().signal, guard = context.guard }: StagedActionOptions,
): Promise<ResourceReference | undefined> {
  const job = new ActionJob(context, action, { target, values });
  return (await job.send(guard, signal))?.found.created;
}
