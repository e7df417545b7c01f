import * as vscode from 'vscode';
import type { TreeNode } from './nodes';
import { describeUse } from './accountItems';
import { Tooltips } from './tooltips';
import { TreeContent } from './treeContent';
import { TreeItems } from './treeItems';
import { TreeNodes } from './treeNodes';
import type { TreeSources } from './treeSources';
import type { SessionChange } from '../../resources/accounts/sessions';
import type { KindId } from '../../resources/kinds/kind';
import { childKinds } from '../../resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type { StoreChange } from '../../resources/resourceStore';
import { toSignal } from '../cancellation';
import { t } from '../l10n';

/** Answers the editor's questions about one tree: its rows, how they look and where they hang. */
export class ResourceTree implements vscode.TreeDataProvider<TreeNode> {
  readonly #sources: TreeSources;
  readonly #roots: readonly KindId[];
  readonly #content: TreeContent;
  readonly #items: TreeItems;
  readonly #tooltips: Tooltips;
  readonly #nodes = new TreeNodes();
  readonly #changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly #renewing = new vscode.EventEmitter<Promise<unknown>>();

  readonly onDidChangeTreeData = this.#changed.event;
  /** What is being read again while its rows stand, for the view to show progress. */
  readonly onDidRenew = this.#renewing.event;

  /** @param roots the kinds at an account's top that this tree shows. */
  constructor(sources: TreeSources, roots: readonly KindId[]) {
    this.#sources = sources;
    this.#roots = roots;
    this.#content = new TreeContent(sources, roots, (collection) => this.#renew(collection));
    this.#items = new TreeItems(sources);
    this.#tooltips = new Tooltips(sources);
    const { sessions, store, favourites, options, search, facts, working, pendingFirewalls } =
      sources;
    store.onDidChange((change) => void this.#redraw(change));
    sessions.onDidChangeAccounts(() => this.#changed.fire(undefined));
    sessions.onDidChangeState((change) => void this.#redrawAccount(change));
    favourites.onDidChange((collection) => void this.#redraw({ collection }));
    options.onDidChange(() => this.#changed.fire(undefined));
    search.onDidFind((collection) => void this.#redraw({ collection }));
    facts.onDidRead((server) => this.#redrawCounts(server));
    pendingFirewalls.onDidChange((collection) => void this.#redraw({ collection }));
    working.onDidChange((reference) => this.#fire(...this.#nodes.of(reference)));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return this.#items.draw(node);
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    node: TreeNode,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    const tooltip = await this.#tooltips.of(node, toSignal(token));
    if (tooltip) item.tooltip = tooltip;
    return item;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    try {
      return (await this.#content.children(node)).map((child) => this.#nodes.intern(child));
    } catch (error) {
      return [this.#nodes.intern({ type: 'failure', parent: node, error })];
    }
  }

  async getParent(node: TreeNode): Promise<TreeNode | undefined> {
    const parent = await this.#content.parent(node);
    return parent && this.#nodes.intern(parent);
  }

  /** Whose rows these are, where no row of an account tells it, and what the person chose to see. */
  async describe(): Promise<string> {
    const [only, other] = await this.#sources.sessions.accounts();
    const { filter, grouping } = this.#sources.options.current;
    const isChosen = this.#roots.includes('server');
    return [
      isChosen && filter !== '' ? t('filter: {0}', filter) : '',
      isChosen && grouping !== 'none' ? t('by {0}', t(grouping)) : '',
      only && !other ? `${only.label} · ${describeUse(only)}` : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** The row of a resource, to be revealed; it is put in where no page with it was read. */
  include(reference: ResourceReference): TreeNode {
    this.#content.include(reference);
    return this.#nodes.intern({ type: 'resource', reference });
  }

  /** Takes a resource out that is no more, where it was put in by itself. */
  exclude(reference: ResourceReference): void {
    this.#content.exclude(reference);
  }

  /** Reads everything under a row again; everything there is without one. */
  refresh(node?: TreeNode): void {
    const { store, search } = this.#sources;
    if (node && !this.#nodes.has(node)) return;
    search.forget();
    if (!node) {
      store.outdate();
      this.#changed.fire(undefined);
    } else if (node.type === 'account') {
      store.outdate(node.account.id);
      this.#fire(node);
    } else if (node.type === 'brokenAccount') {
      this.#changed.fire(undefined);
    } else if (node.type === 'failure') {
      if (node.parent && node.parent.type !== 'account') this.refresh(node.parent);
      else this.refresh();
    } else {
      store.outdateBelow(node.reference);
      this.#fire(this.#nodes.intern(node));
    }
  }

  /** Reads a collection again that is shown already; its rows follow when the answer is there. */
  #renew(collection: CollectionReference): void {
    const reading = this.#sources.store
      .list(collection)
      // The store keeps why it failed, and a row says so.
      .catch(() => this.#redraw({ collection }));
    this.#renewing.fire(reading);
  }

  /** Draws an account's row anew; where the only account has none, all rows when one comes or goes. */
  async #redrawAccount({ account, state }: SessionChange): Promise<void> {
    const node = await this.#content.accountNode(account);
    if (node || state === 'needsSignIn' || state === 'unknown') this.#fire(node);
  }

  async #redraw({ collection, resource }: StoreChange): Promise<void> {
    if (resource && this.#nodes.of(resource).length > 0) {
      this.#fire(...this.#nodes.of(resource));
      return;
    }
    if (collection.parents.length === 0 && !this.#roots.includes(collection.kind)) return;
    const rows = this.#nodes.of(collection).filter(({ type }) => type === 'collection');
    if (rows.length > 0) this.#fire(...rows);
    else if (collection.parents.length === 0) this.#fire(await this.#content.holder(collection));
  }

  /** The server's own row stays as it is: drawing it would close the hover that asked. */
  #redrawCounts({ account, kind, ids }: ResourceReference): void {
    const collections = childKinds(kind).flatMap((child) =>
      this.#nodes.of({ account, kind: child.id, parents: ids }),
    );
    this.#fire(...collections.filter(({ type }) => type === 'collection'));
  }

  /** Draws rows again, with what hangs below them; nothing stands for the top. */
  #fire(...nodes: readonly (TreeNode | undefined)[]): void {
    if (nodes.length === 0) return;
    const known = nodes.flatMap((node) => (node ? [this.#nodes.intern(node)] : []));
    this.#changed.fire(known.length === nodes.length ? known : undefined);
  }
}
