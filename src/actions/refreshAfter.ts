import type { ActionContext, Effect } from './action';
import { ApiError } from '../api/errors';
import { UnknownAccountError } from '../accounts/sessions';
import type { Resource } from '../resources/kinds/kind';
import { childKinds } from '../resources/kinds/kinds';
import { asResource, collectionOf, type Target } from '../resources/reference';

/**
 * Reads a target after an action changed it. Many writes don't return the resource (observed), so
 * it is read. Undefined if the action is about another resource, or the target can't be read.
 * @param answered the target as returned by the action itself, if it was.
 */
export async function readAfter(
  { client }: Pick<ActionContext, 'client'>,
  effect: Effect,
  target: Target,
  answered: Resource | undefined,
): Promise<Resource | undefined> {
  if (effect !== 'resource' && effect !== 'resourceAndBelow') return undefined;
  try {
    return answered ?? (await client.read(asResource(target)));
  } catch (error) {
    // The action was sent all the same; a failing read shows when the resource is opened.
    if (error instanceof ApiError || error instanceof UnknownAccountError) return undefined;
    throw error;
  }
}

/**
 * Refreshes what is shown after an action on a target.
 * @param after the target as read since; undefined if it couldn't be read.
 */
export async function refreshAfter(
  { store, documents, pendingFirewalls }: ActionContext,
  effect: Effect,
  target: Target,
  after: Resource | undefined,
): Promise<void> {
  const collection = 'ids' in target ? collectionOf(target) : target;
  switch (effect) {
    case 'none':
      return;
    case 'resource':
    case 'resourceAndBelow': {
      const reference = asResource(target);
      const { account, kind, ids } = reference;
      const below = effect === 'resource' ? [] : childKinds(kind);
      for (const { id } of below) store.forget({ account, kind: id, parents: ids });
      if (after) store.replace(reference, after);
      else store.forget(collection);
      documents.refresh(reference, after);
      return;
    }
    case 'firewallChanged':
      await pendingFirewalls.note(target);
      store.forget(collection);
      return;
    case 'collection':
      store.forget(collection);
      return;
    case 'firewallDeployed':
      await pendingFirewalls.settle(target);
  }
}
