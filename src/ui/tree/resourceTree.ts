import * as vscode from 'vscode';
import { describeUse } from './accountItems';
import { nodeId, type TreeNode } from './nodes';
import { TreeItems } from './treeItems';
import type { SessionChange, Sessions } from '../../resources/accounts/sessions';
import type { KindId, ResourceKind } from '../../resources/kinds/kind';
import { childKinds, findKind } from '../../resources/kinds/kinds';
import {
  type CollectionReference,
  parentOf,
  type ResourceReference,
} from '../../resources/reference';
import type { ResourceStore } from '../../resources/resourceStore';

/** Answers the tree's questions from the store: accounts, collections, resources and their failures. */
export class ResourceTree {
  readonly #sessions: Sessions;
  readonly #store: ResourceStore;
  readonly #roots: readonly KindId[];
  readonly #items: TreeItems;
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  /** The editor knows a row by its object: one object per identity. */
  readonly #nodes = new Map<string, TreeNode>();

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param roots the kinds at an account's top that this tree shows. */
  constructor(sessions: Sessions, store: ResourceStore, roots: readonly KindId[]) {
    this.#sessions = sessions;
    this.#store = store;
    this.#roots = roots;
    this.#items = new TreeItems(store, sessions);
    store.onDidChange((collection) => this.#redraw(collection));
    sessions.onDidChangeAccounts(() => this.#changed.fire(undefined));
    sessions.onDidChangeState((change) => void this.#redrawAccount(change));
  }

  /** Draws an account's row anew; where the only account has none, all rows when one comes or goes. */
  async #redrawAccount({ account, state }: SessionChange): Promise<void> {
    const node = await this.#accountNode(account);
    if (node || state === 'needsSignIn' || state === 'unknown') this.#changed.fire(node);
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.#items.draw(node);
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      return (await this.#children(node)).map((child) => this.#same(child));
    } catch (error) {
      return [this.#same({ type: 'failure', parent: node, error })];
    }
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    switch (node.type) {
      case 'account':
      case 'brokenAccount':
        return undefined;
      case 'failure':
        return node.parent;
      case 'more':
      case 'empty':
        return this.#holder(node.reference);
      case 'collection':
        return this.#above(node.reference);
      case 'resource': {
        const parents = findKind(node.reference.kind).variable
          ? node.reference.ids.slice(0, -1)
          : undefined;
        return parents
          ? this.#holder({ account: node.reference.account, kind: node.reference.kind, parents })
          : this.#above(node.reference);
      }
    }
  }

  /** Whose rows these are, where no row of an account tells it. */
  async describe(): Promise<string> {
    const [only, other] = await this.#sessions.accounts();
    return only && !other ? `${only.label} · ${describeUse(only)}` : '';
  }

  /** Reads everything under a row again; everything there is without one. */
  refresh(node?: TreeNode): void {
    if (node && !this.#nodes.has(nodeId(node))) return;
    if (!node) {
      this.#store.forgetEverything();
      this.#changed.fire(undefined);
    } else if (node.type === 'brokenAccount') {
      this.#changed.fire(undefined);
    } else if (node.type === 'failure') {
      this.#changed.fire(node.parent);
    } else if (node.type === 'account') {
      this.#store.forgetAccount(node.account.id);
      this.#changed.fire(node);
    } else {
      this.#store.forgetBelow(node.reference);
      this.#changed.fire(this.#same(node));
    }
  }

  async #children(node: TreeNode | undefined): Promise<TreeNode[]> {
    if (!node) return this.#rootNodes();
    switch (node.type) {
      case 'account':
        return this.#accountNodes(node.account.id, node);
      case 'collection':
        return this.#collectionNodes(node.reference);
      case 'resource':
        return childKinds(node.reference.kind).map((kind) => below(kind, node.reference));
      case 'brokenAccount':
      case 'more':
      case 'empty':
      case 'failure':
        return [];
    }
  }

  async #rootNodes(): Promise<TreeNode[]> {
    const [accounts, broken] = await Promise.all([
      this.#sessions.accounts(),
      this.#sessions.broken(),
    ]);
    const [only] = accounts;
    const rows: TreeNode[] =
      only && accounts.length === 1
        ? await this.#accountNodes(only.id, undefined)
        : accounts.map((account) => ({ type: 'account', account }));
    return [...rows, ...broken.map((id): TreeNode => ({ type: 'brokenAccount', id }))];
  }

  /** Above what is known of an account stands, where its credentials were refused, the way to sign in. */
  async #accountNodes(account: string, row: TreeNode | undefined): Promise<TreeNode[]> {
    const refusal = this.#sessions.opened(account)?.refusal;
    const failure = (error: unknown): TreeNode => ({ type: 'failure', parent: row, error });
    try {
      const rows = await this.#accountResources(account);
      return refusal ? [failure(refusal), ...rows] : rows;
    } catch (error) {
      return [failure(error)];
    }
  }

  /** With one kind of root its resources stand at once; with several each is a row. */
  async #accountResources(account: string): Promise<TreeNode[]> {
    const collections = this.#roots.map((kind) => ({ account, kind, parents: [] }));
    const [only] = collections;
    return only && collections.length === 1
      ? this.#collectionNodes(only)
      : collections.map((reference) => ({ type: 'collection', reference }));
  }

  async #collectionNodes(collection: CollectionReference): Promise<TreeNode[]> {
    const listing = await this.#store.list(collection);
    const rows: TreeNode[] = listing.items.map((item) => ({
      type: 'resource',
      reference: {
        account: collection.account,
        kind: collection.kind,
        ids: [...collection.parents, Number(item['id'])],
      },
    }));
    if (!listing.isComplete) rows.push({ type: 'more', reference: collection });
    return rows.length > 0 ? rows : [{ type: 'empty', reference: collection }];
  }

  /** The row whose children a collection's resources are. */
  async #holder(collection: CollectionReference): Promise<TreeNode | undefined> {
    if (collection.parents.length > 0 || this.#roots.length > 1) {
      return this.#same({ type: 'collection', reference: collection });
    }
    return this.#accountNode(collection.account);
  }

  async #above(reference: ResourceReference | CollectionReference): Promise<TreeNode | undefined> {
    const parent = parentOf(reference);
    return parent
      ? this.#same({ type: 'resource', reference: parent })
      : this.#accountNode(reference.account);
  }

  async #accountNode(id: string): Promise<TreeNode | undefined> {
    const accounts = await this.#sessions.accounts();
    const account = accounts.find((each) => each.id === id);
    return account && accounts.length > 1 ? this.#same({ type: 'account', account }) : undefined;
  }

  async #redraw(collection: CollectionReference): Promise<void> {
    if (this.#roots.includes(collection.kind) || collection.parents.length > 0) {
      this.#changed.fire(await this.#holder(collection));
    }
  }

  #same(node: TreeNode): TreeNode {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known && known.type !== 'failure' && known.type !== 'account') return known;
    this.#nodes.set(id, node);
    return node;
  }
}

function below(kind: ResourceKind, parent: ResourceReference): TreeNode {
  const { account, ids } = parent;
  return kind.variable
    ? { type: 'collection', reference: { account, kind: kind.id, parents: ids } }
    : { type: 'resource', reference: { account, kind: kind.id, ids } };
}
