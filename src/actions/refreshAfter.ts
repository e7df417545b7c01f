import type { ActionContext, Effect } from './action';
import { ApiError } from '../api/errors';
import { UnknownAccountError } from '../accounts/sessions';
import { createReader } from '../documents/writing/lookup/reader';
import type { Live } from '../documents/writing/lookup/live';
import type { Resource } from '../resources/kinds/kind';
import { childKinds, findKind } from '../resources/kinds/kinds';
import { asResource, collectionOf, type Target } from '../resources/reference';

/**
 * Reads a target after an action changed it. Many writes don't return the resource (observed), so
 * it is read. Undefined if the action is about another resource, or the target can't be read.
 * @param answered the target as returned by the action itself, if it was.
 */
export async function readAfter(
  { client, store }: Pick<ActionContext, 'client' | 'store'>,
  effect: Effect,
  target: Target,
  answered: Resource | undefined,
): Promise<Live> {
  if (effect !== 'resource' && effect !== 'resourceAndBelow') return undefined;
  const reference = asResource(target);
  try {
    if (answered || findKind(target.kind).operations.read) {
      return answered ?? (await client.read(reference));
    }
    const items = await createReader(client, store).list(collectionOf(reference));
    return items && (items.find(({ id }) => id === reference.ids.at(-1)) ?? 'gone');
  } catch (error) {
    const isOnly = findKind(target.kind).variable === undefined;
    const isGone = error instanceof ApiError && error.status === 404;
    if (isGone && (isOnly || error.reason === 'notFound')) return 'gone';
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
