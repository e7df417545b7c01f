import type { Account } from '../../resources/accounts/account';
import { type CollectionReference, type ResourceReference, toKey } from '../../resources/reference';

/** What a row says in place of resources. */
export type Message =
  | 'none'
  | 'noMatch'
  | 'notOffered'
  | 'openById'
  | 'notDeployed'
  | 'signInFirst';

/** Where a row stands beside its usual place: a resource with several tags is in several groups. */
interface Place {
  readonly within?: string;
}

/** A row of the tree. What it shows is looked up when it is drawn, so rows never go stale. */
export type TreeNode =
  | { readonly type: 'account'; readonly account: Account }
  /** An account that is stored but cannot be read. */
  | { readonly type: 'brokenAccount'; readonly id: string }
  | { readonly type: 'group'; readonly reference: CollectionReference; readonly value: string }
  | ({ readonly type: 'collection'; readonly reference: CollectionReference } & Place)
  | ({ readonly type: 'resource'; readonly reference: ResourceReference } & Place)
  | ({ readonly type: 'more'; readonly reference: CollectionReference } & Place)
  | {
      readonly type: 'message';
      readonly message: Message;
      readonly reference: CollectionReference;
    }
  | { readonly type: 'failure'; readonly parent: TreeNode | undefined; readonly error: unknown };

/** A row's identity, the same between refreshes and sessions. */
export function nodeId(node: TreeNode): string {
  switch (node.type) {
    case 'account':
      return `account/${node.account.id}`;
    case 'brokenAccount':
      return `brokenAccount/${node.id}`;
    case 'group':
      return `group/${toKey(node.reference)}/${node.value}`;
    case 'failure':
      return `failure/${node.parent ? nodeId(node.parent) : ''}`;
    case 'collection':
    case 'resource':
      return placeOf(node) + toKey(node.reference);
    case 'more':
      return `more/${placeOf(node)}${toKey(node.reference)}`;
    case 'message':
      return `${node.message}/${toKey(node.reference)}`;
  }
}

/** The place that rows below this one share. */
export function placeBelow(node: TreeNode): Place {
  return 'within' in node && node.within !== undefined ? { within: node.within } : {};
}

function placeOf({ within }: Place): string {
  return within === undefined ? '' : `${within}/`;
}
