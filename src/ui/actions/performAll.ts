import type { Action, ActionCall, ActionContext } from './action';
import type { Target, Values } from './field';
import type { Failure } from './prompts';
import { findName } from './target';
import { updateAfter } from './updateAfter';
import { ApiError } from '../../api/errors';
import type { Resource } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import { toPathValues } from '../../resources/reference';
import { isObject, type JsonObject } from '../../shared/json';

/** What became of one go at all targets. */
export interface Attempt {
  readonly done: readonly Target[];
  readonly failures: readonly (Failure & { readonly target: Target })[];
  /** Whether the person stopped it with something left to do. */
  readonly isCancelled: boolean;
  /** The service's own words about a single target; they are not to be trusted. */
  readonly message: string;
}

/** Performs an action on its targets one after the other, so that a person can stop in between. */
export async function performAll(
  context: ActionContext,
  action: Action,
  targets: readonly Target[],
  values: Values,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<Attempt> {
  const done: Target[] = [];
  const failures: (Failure & { readonly target: Target })[] = [];
  let message = '';
  for (const [index, target] of targets.entries()) {
    if (signal.aborted) break;
    const name = findName(context, target);
    if (targets.length > 1) report(`${name} (${index + 1}/${targets.length})`);
    try {
      // oxlint-disable-next-line no-await-in-loop
      message = await context.working.run(target, () =>
        perform(context, action, target, values, signal),
      );
      done.push(target);
    } catch (error) {
      if (signal.aborted) break;
      failures.push({ target, name, error });
    }
  }
  const isCancelled = signal.aborted && done.length + failures.length < targets.length;
  return { done, failures, isCancelled, message: targets.length === 1 ? message : '' };
}

/** Performs it on one target and answers the service's own words. */
async function perform(
  context: ActionContext,
  action: Action,
  target: Target,
  values: Values,
  signal: AbortSignal,
): Promise<string> {
  const call = (await action.toCall?.(context, target, values, signal)) ?? {
    endpoint: action.endpoint,
    ...(action.endpoint.body ? { body: values } : {}),
  };
  const before = await findBefore(context, action, target, signal);
  const title = action.doing(findName(context, target), context.t);
  const answered = await send(context, action, target, call, signal);
  const after = await updateAfter(context, action.effect, target);
  await context.noteWrite({
    target,
    title,
    isDeletion: action.command === 'serverManagement.delete',
    body: isObject(call.body) ? (call.body as JsonObject) : undefined,
    answer: answered,
    before,
    after,
  });
  const message = isObject(answered) ? answered['message'] : undefined;
  return typeof message === 'string' ? message : '';
}

/**
 * A target as it is before an action, for the history. What can be written back is read: what is known
 * of it may be old, and a revert must not bring that back.
 */
async function findBefore(
  { client, store }: ActionContext,
  { effect }: Action,
  target: Target,
  signal: AbortSignal,
): Promise<Resource | undefined> {
  if (!('ids' in target)) return undefined;
  const known = store.find(target);
  if (effect !== 'resource' || !findKind(target.kind).document?.editing) return known;
  try {
    return await client.read(target, { signal });
  } catch {
    // The action may succeed all the same; then the history lacks what was there before.
    return undefined;
  }
}

async function send(
  { sessions }: ActionContext,
  { fallback }: Action,
  target: Target,
  { endpoint, body, path }: ActionCall,
  signal: AbortSignal,
): Promise<unknown> {
  const client = await sessions.client(target.account);
  const input = { path: { ...toPathValues(target), ...path }, body: body as never };
  try {
    return await client.call(endpoint, input, { signal });
  } catch (error) {
    const isMissing =
      error instanceof ApiError && (error.reason === 'unsupported' || error.reason === 'notFound');
    if (!fallback || !isMissing) throw error;
    return await client.call(fallback, input, { signal });
  }
}
