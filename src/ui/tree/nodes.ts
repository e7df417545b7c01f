import type { Account } from '../../resources/accounts/account';
import { type CollectionReference, type ResourceReference, toKey } from '../../resources/reference';

/** A row of the tree. What it shows is looked up when it is drawn, so rows never go stale. */
export type TreeNode =
  | { readonly type: 'account'; readonly account: Account }
  /** An account that is stored but cannot be read. */
  | { readonly type: 'brokenAccount'; readonly id: string }
  | { readonly type: 'collection'; readonly reference: CollectionReference }
  | { readonly type: 'resource'; readonly reference: ResourceReference }
  | { readonly type: 'more'; readonly reference: CollectionReference }
  | { readonly type: 'failure'; readonly parent: TreeNode | undefined; readonly error: unknown }
  | { readonly type: 'empty'; readonly reference: CollectionReference };

/** A row's identity, the same between refreshes and sessions. */
export function nodeId(node: TreeNode): string {
  switch (node.type) {
    case 'account':
      return `account/${node.account.id}`;
    case 'brokenAccount':
      return `brokenAccount/${node.id}`;
    case 'failure':
      return `failure/${node.parent ? nodeId(node.parent) : ''}`;
    case 'collection':
    case 'resource':
      return toKey(node.reference);
    case 'more':
    case 'empty':
      return `${node.type}/${toKey(node.reference)}`;
  }
}
