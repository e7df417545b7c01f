import type { StagedChange } from './stagedChange';
import type { Action, ActionContext } from '../actions/action';
import { actions } from '../actions/actions';
import { attempt } from '../actions/attempt';
import { ApiError } from '../api/errors';
import type { JsonObject } from '../base/json';
import { apply, type Change, isEqual, memberAt } from '../base/patch';
import { toContent } from '../documents/content';
import { creationFor } from '../documents/creations/creations';
import type { Creation } from '../documents/creations/creation';
import { conflictError } from '../documents/documentError';
import type { Guard } from '../documents/writing/guard';
import { findCreated } from '../documents/writing/creationJob';
import { StoppedError, WriteError } from '../documents/writing/writeError';
import { findKind, type KindId } from '../resources/kinds/kinds';
import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  type Target,
} from '../resources/reference';

/** What performing needs to know besides the change. */
export interface ApplyWholeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly guard?: Guard | undefined;
}

/** Something to be created, and how. */
interface StagedCreation {
  readonly creation: Creation;
  readonly collection: CollectionReference;
  /** Without secrets. */
  readonly content: JsonObject;
}

/** The action that deletes resources of a kind; undefined if nothing does. */
export function deletionOf(kind: KindId): Action | undefined {
  return actions.find(
    ({ command, place }) =>
      command === 'serverManagement.delete' && 'resource' in place && place.resource === kind,
  );
}

/** What a staged change creates; undefined if it creates nothing. */
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

/**
 * Creates or deletes what was staged, through the same actions as a person would. Returns what was
 * created, if it can be identified.
 * @param secrets what a creation needs, as the person entered it.
 * @throws StoppedError, DocumentError, ApiError if nothing was done; WriteError if it may have been.
 */
export async function applyWhole(
  context: ActionContext,
  staged: StagedChange,
  options: ApplyWholeOptions,
  secrets: readonly Change[] = [],
): Promise<ResourceReference | undefined> {
  return staged.operation === 'create'
    ? create(context, staged, options, secrets)
    : remove(context, staged, options);
}

async function create(
  context: ActionContext,
  staged: StagedChange,
  options: ApplyWholeOptions,
  secrets: readonly Change[],
): Promise<ResourceReference | undefined> {
  const planned = creationOf(staged);
  const { kind } = staged.reference;
  const action = planned && creatingAction(kind, planned.creation);
  if (!planned || !action) throw new StoppedError();
  const { creation, collection, content } = planned;
  if (staged.state.type === 'unknown') {
    const sent = creation.toRead?.(content) ?? content;
    const { verdict, reference } = await findCreated(context, {
      collection,
      sent,
      before: undefined,
    });
    if (verdict === 'done') return reference;
    if (verdict === 'unclear') throw new WriteError('unknown', { arrived: [], kept: [] });
  }
  const call = { endpoint: creation.endpoint, body: apply(content, secrets) };
  const { account, parents } = collection;
  const target = findKind(kind).variable ? collection : { account, kind, ids: parents };
  const creating = { ...action, toCall: () => call };
  return perform(context, creating, { target, values: content }, options);
}

/** Deletes a resource, unless others changed it since; one that is gone is done. */
async function remove(
  context: ActionContext,
  { reference, changes }: StagedChange,
  options: ApplyWholeOptions,
): Promise<undefined> {
  const action = deletionOf(reference.kind);
  if (!action) throw new StoppedError();
  let live: JsonObject;
  try {
    const resource = await context.client.readWhole(reference, { signal: options.signal });
    live = toContent(findKind(reference.kind), resource);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
  const changed = changes.filter(({ path, before }) => !isEqual(memberAt(live, path), before));
  if (changed.length > 0) throw conflictError(changed.map(({ path }) => path));
  await perform(context, action, { target: reference, values: {} }, options);
  return undefined;
}

async function perform(
  context: ActionContext,
  action: Action,
  { target, values }: { readonly target: Target; readonly values: JsonObject },
  { signal = new AbortController().signal, guard = context.guard }: ApplyWholeOptions,
): Promise<ResourceReference | undefined> {
  const untried = { target, name: '', state: { type: 'untried' } } as const;
  const { state } = await attempt(context, action, untried, values, { signal, guard });
  switch (state.type) {
    case 'done':
      return state.created;
    case 'untried':
      throw new StoppedError();
    case 'failed':
      throw state.error;
    case 'unknown':
      throw new WriteError('unknown', { arrived: [], kept: [], cause: state.error });
  }
}

/** The action whose request is a creation's. */
function creatingAction(kind: KindId, { endpoint }: Creation): Action | undefined {
  return actions.find(({ creates, place, endpoint: own }) => {
    const at = 'resource' in place ? place.resource : place.collection;
    return creates === true && at === kind && own === endpoint;
  });
}
