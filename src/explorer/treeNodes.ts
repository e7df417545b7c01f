import { nodeId, type TreeNode } from './nodes';
import { type CollectionReference, type ResourceReference, toKey } from '../resources/reference';

/** The existing rows. The editor identifies a row by its object, so there is one per identity. */
export class TreeNodes {
  readonly #byId = new Map<string, TreeNode>();
  readonly #idsByKey = new Map<string, Set<string>>();

  /** The single object for this row. */
  intern(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.#byId.get(id);
    if (known && isSameNode(known, node)) return known;
    this.#byId.set(id, node);
    if ('reference' in node) this.#place(toKey(node.reference), id);
    return node;
  }

  /** Whether the row exists. */
  has(node: TreeNode): boolean {
    return this.#byId.has(nodeId(node));
  }

  /** All rows of a resource or collection, wherever they are. */
  of(reference: ResourceReference | CollectionReference): readonly TreeNode[] {
    const ids = this.#idsByKey.get(toKey(reference)) ?? [];
    return [...ids].flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** The row of an account. */
  account(id: string): TreeNode | undefined {
    return this.#byId.get(`account/${id}`);
  }

  #place(key: string, id: string): void {
    const ids = this.#idsByKey.get(key);
    if (ids) ids.add(id);
    else this.#idsByKey.set(key, new Set([id]));
  }
}

/**
 * Whether a row of the same identity has the same content; three types contain more than their
 * identity.
 */
function isSameNode(known: TreeNode, node: TreeNode): boolean {
  if (known.type === 'account' && node.type === 'account') {
    return JSON.stringify(known.account) === JSON.stringify(node.account);
  }
  if (known.type === 'message' && node.type === 'message') {
    return known.counts?.part === node.counts?.part && known.counts?.whole === node.counts?.whole;
  }
  return known.type !== 'failure';
}
