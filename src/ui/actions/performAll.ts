import type { Action, ActionCall, ActionContext } from './action';
import type { Target, Values } from './field';
import { inState, type Result, type State } from './result';
import { describeTargets } from './thing';
import { updateAfter } from './updateAfter';
import { ApiError } from '../../api/errors';
import type { Resource } from '../../resources/kinds/kind';
import { findKind } from '../../resources/kinds/kinds';
import { toPathValues } from '../../resources/reference';
import { isObject, type JsonObject } from '../../shared/json';

/**
 * Performs an action on the targets that it is not done with, one after the other, so that a person can
 * stop in between. Answers what became of all.
 */
export async function performAll(
  context: ActionContext,
  action: Action,
  before: readonly Result[],
  values: Values,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const total = before.length - inState(before, 'done').length;
  let tried = 0;
  for (const result of before) {
    const { target, name, state } = result;
    if (state.type === 'done' || signal.aborted) {
      results.push(result);
      continue;
    }
    tried += 1;
    if (before.length > 1) report(`${name} (${tried}/${total})`);
    // oxlint-disable-next-line no-await-in-loop
    results.push({ target, name, state: await attempt(context, action, target, values, signal) });
  }
  return results;
}

async function attempt(
  context: ActionContext,
  action: Action,
  target: Target,
  values: Values,
  signal: AbortSignal,
): Promise<State> {
  try {
    const message = await context.working.run(target, () =>
      perform(context, action, target, values, signal),
    );
    return { type: 'done', message };
  } catch (error) {
    return signal.aborted ? { type: 'stopped' } : { type: 'failed', error };
  }
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
  const title = action.doing(describeTargets(context, [target]), context.t);
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
