import { placeBelow, type RowMessage, type TreeNode } from './nodes';
import { type Listing, mayBeIncomplete } from '../resources/store/listing';
import type { PendingFirewalls } from '../resources/pendingFirewalls';
import type { CollectionReference } from '../resources/reference';

/** Whether a row says that its content is shown after signing in. */
export function asksToSignInFirst(row: TreeNode): boolean {
  return row.type === 'message' && row.message === 'signInFirst';
}

/** What a listing omits; without one, whether its resources can be added by their ids. */
export function doubtsOf(listing: Listing | undefined, mayAdd: boolean): readonly RowMessage[] {
  if (!listing) return mayAdd ? ['addById'] : [];
  return [
    ...(listing.unreadable ? (['unreadable'] as const) : []),
    ...(mayBeIncomplete(listing) ? (['incomplete'] as const) : []),
  ];
}

/** A reminder to deploy firewall rules that were changed here. */
export function remindersOf(
  collection: CollectionReference,
  pending: Pick<PendingFirewalls, 'isPending'>,
  isUnlisted: boolean,
): readonly TreeNode[] {
  if (!pending.isPending(collection)) return [];
  return [say(isUnlisted ? 'deploymentUnknown' : 'notDeployed', collection)];
}

/** The row that reads more of a list, if there is more. */
export function moreOf(
  listing: Listing | undefined,
  reference: CollectionReference,
  holder: TreeNode,
): readonly TreeNode[] {
  return listing && !listing.isComplete ? [{ type: 'more', reference, ...placeBelow(holder) }] : [];
}

/** A row with a message about a collection. */
export function say(message: RowMessage, reference: CollectionReference): TreeNode {
  return { type: 'message', message, reference };
}
