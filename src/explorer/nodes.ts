import type { Account } from '../accounts/account';
import { type CollectionReference, type ResourceReference, toKey } from '../resources/reference';

export type RowMessage =
  | 'none'
  | 'unreadable'
  | 'incomplete'
  | 'noMatch'
  | 'noMatchYet'
  | 'checking'
  | 'unchecked'
  | 'notOffered'
  | 'addById'
  | 'notDeployed'
  | 'deploymentUnknown'
  | 'signInFirst';

export interface RowPlace {
  readonly within?: string;
}

/** A row of the tree. Its content is looked up when it's drawn, so rows never go stale. */
export type TreeNode =
  | { readonly type: 'account'; readonly account: Account }
  | { readonly type: 'brokenAccount'; readonly id: string }
  | {
      readonly type: 'group';
      readonly reference: CollectionReference;
      readonly value: string;
      /** How many are shown in it; undefined if the row is only looked up. */
      readonly count?: number;
    }
  | ({ readonly type: 'collection'; readonly reference: CollectionReference } & RowPlace)
  | ({ readonly type: 'resource'; readonly reference: ResourceReference } & RowPlace)
  | ({ readonly type: 'more'; readonly reference: CollectionReference } & RowPlace)
  | {
      readonly type: 'message';
      readonly message: RowMessage;
      readonly reference: CollectionReference;
      readonly counts?: { readonly part: number; readonly whole: number };
    }
  /** What a server has besides what matches the filter. */
  | ({ readonly type: 'rest'; readonly reference: ResourceReference } & RowPlace)
  | { readonly type: 'failure'; readonly parent: TreeNode | undefined; readonly error: unknown };

/** A row's identity, stable across refreshes and sessions. */
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
      return idPrefixOf(node) + toKey(node.reference);
    case 'more':
    case 'rest':
      return `${node.type}/${idPrefixOf(node)}${toKey(node.reference)}`;
    case 'message':
      return `${node.message}/${toKey(node.reference)}`;
  }
}

export function resourceRow(reference: ResourceReference, place: RowPlace = {}): TreeNode {
  return { type: 'resource', reference, ...place };
}

export function placeBelow(node: TreeNode): RowPlace {
  return 'within' in node && node.within !== undefined ? { within: node.within } : {};
}

function idPrefixOf({ within }: RowPlace): string {
  return within === undefined ? '' : `${within}/`;
}

const matchPrefix = 'match/';

/** The row of something that matches the filter, directly below its server's. */
export function matchBelow(server: TreeNode, reference: ResourceReference): TreeNode {
  return resourceRow(reference, { within: matchPrefix + (placeBelow(server).within ?? '') });
}

/** Where the server's row is that has the row of a match; undefined for any other row. */
export function placeAboveMatch({ within }: RowPlace): RowPlace | undefined {
  if (within?.startsWith(matchPrefix) !== true) return undefined;
  const place = within.slice(matchPrefix.length);
  return place === '' ? {} : { within: place };
}
