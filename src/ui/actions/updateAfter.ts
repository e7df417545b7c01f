import type { ActionContext, Effect } from './action';
import { asResource, type Target } from './field';
import { ApiError } from '../../api/errors';
import type { Resource } from '../../resources/kinds/kind';
import { childKinds } from '../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../resources/reference';

/** Brings what is shown up to date after an action on a target; answers the target where it was read. */
export async function updateAfter(
  context: ActionContext,
  effect: Effect,
  target: Target,
): Promise<Resource | undefined> {
  const { store, pendingFirewalls } = context;
  switch (effect) {
    case 'none':
      break;
    case 'resource':
      return readAgain(context, target);
    case 'resourceAndBelow':
      forgetBelow(store, asResource(target));
      return readAgain(context, target);
    case 'collection':
      store.forget('ids' in target ? collectionOf(target) : target);
      break;
    case 'firewallChanged':
      await pendingFirewalls.note(target);
      store.forget('ids' in target ? collectionOf(target) : target);
      break;
    case 'firewallDeployed':
      await pendingFirewalls.settle(target);
      break;
  }
  return undefined;
}

function forgetBelow(
  store: ActionContext['store'],
  { account, kind, ids }: ResourceReference,
): void {
  for (const child of childKinds(kind)) store.forget({ account, kind: child.id, parents: ids });
}

/** Many writes do not answer what became of the resource (observed), so it is read. */
async function readAgain(
  { client, store, documents }: ActionContext,
  target: Target,
): Promise<Resource | undefined> {
  const reference = asResource(target);
  try {
    const resource = await client.read(reference);
    store.replace(reference, resource);
    documents.refresh(reference, resource);
    return resource;
  } catch (error) {
    documents.refresh(reference);
    // The action itself succeeded; what can't be read shows so when it is looked at.
    if (!(error instanceof ApiError)) throw error;
    store.forget(collectionOf(reference));
    return undefined;
  }
}
