import type { ActionContext, Effect } from './action';
import { asResource, type Target } from './field';
import { ApiError } from '../../api/errors';
import { collectionOf } from '../../resources/reference';

/** Brings what is shown up to date after an action on a target. */
export async function updateAfter(
  context: ActionContext,
  effect: Effect,
  target: Target,
): Promise<void> {
  const { store, pendingFirewalls } = context;
  switch (effect) {
    case 'none':
      return;
    case 'resource':
      return readAgain(context, target);
    case 'collection':
      return store.forget('ids' in target ? collectionOf(target) : target);
    case 'firewallChanged':
      await pendingFirewalls.note(target);
      return store.forget('ids' in target ? collectionOf(target) : target);
    case 'firewallDeployed':
      return pendingFirewalls.settle(target);
  }
}

/** Many writes do not answer what became of the resource (observed), so it is read. */
async function readAgain(
  { client, store, documents }: ActionContext,
  target: Target,
): Promise<void> {
  const reference = asResource(target);
  documents.refresh(reference);
  try {
    store.replace(reference, await client.read(reference));
  } catch (error) {
    // The action itself succeeded; what can't be read shows so when it is looked at.
    if (!(error instanceof ApiError)) throw error;
    store.forget(collectionOf(reference));
  }
}
