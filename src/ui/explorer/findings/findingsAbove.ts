import * as vscode from 'vscode';
import type { Attention } from './attention';
import { drawFindingsGroup } from './attentionItems';
import { type ExplorerRow, findingsGroup, isTreeNode, type ViewTree } from '../tree/explorerRow';
import type { TreeNode } from '../../../explorer/nodes';
import type { Finding } from '../../../findings/finding';
import type { ViewOptions } from '../../../resources/search/viewOptions';

/** The group appears with the rows that findings are about, so that no row moves under a click. */
export class FindingsAbove implements ViewTree<ExplorerRow>, vscode.Disposable {
  readonly #tree: ViewTree<TreeNode>;
  readonly #attention: Attention;
  readonly #options: ViewOptions;
  readonly #changed = new vscode.EventEmitter<ExplorerRow | ExplorerRow[] | undefined>();
  readonly #subscriptions: readonly vscode.Disposable[];
  readonly onDidChangeTreeData = this.#changed.event;
  readonly onDidRenew: vscode.Event<Promise<unknown>>;
  /** True if the last returned rows include the group; undefined before the first ones. */
  #hasGroup: boolean | undefined;

  constructor(tree: ViewTree<TreeNode>, attention: Attention, options: ViewOptions) {
    this.#tree = tree;
    this.#attention = attention;
    this.#options = options;
    this.onDidRenew = tree.onDidRenew;
    this.#subscriptions = [
      tree.onDidChangeTreeData((rows) => this.#changed.fire(rows)),
      attention.onDidChangeTreeData(() => this.#follow()),
      this.#changed,
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async getChildren(row?: ExplorerRow): Promise<ExplorerRow[]> {
    if (row?.type === 'findings') return this.#attention.getChildren();
    if (row && !isTreeNode(row)) return this.#attention.getChildren(row);
    const rows = await this.#tree.getChildren(row);
    if (row) return rows;
    // If accounts can't be read, the tree's own rows say so.
    await this.#attention.settle().catch(() => undefined);
    return this.#addGroup(rows);
  }

  getTreeItem(row: ExplorerRow): vscode.TreeItem {
    if (row.type === 'findings') return drawFindingsGroup(this.#findings);
    return isTreeNode(row) ? this.#tree.getTreeItem(row) : this.#attention.getTreeItem(row);
  }

  async getParent(row: ExplorerRow): Promise<ExplorerRow | undefined> {
    return isTreeNode(row) ? this.#tree.getParent(row) : undefined;
  }

  async resolveTreeItem(
    item: vscode.TreeItem,
    row: ExplorerRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    return isTreeNode(row) ? this.#tree.resolveTreeItem(item, row, token) : item;
  }

  describe(): Promise<string> {
    return this.#tree.describe();
  }

  noteOpen(row: ExplorerRow, isOpen: boolean): void {
    if (isTreeNode(row)) this.#tree.noteOpen(row, isOpen);
  }

  noteSelected(isSelected: boolean): void {
    this.#tree.noteSelected(isSelected);
  }

  /** Findings, unless the person hid the group. */
  get #findings(): readonly Finding[] {
    return this.#options.current.hidesFindings ? [] : this.#attention.findings;
  }

  /** A row to sign in stays first, and without an account the view says how to add one. */
  #addGroup(rows: readonly TreeNode[]): ExplorerRow[] {
    this.#hasGroup = rows.length > 0 && this.#findings.length > 0;
    if (!this.#hasGroup) return [...rows];
    const first = rows.findIndex(({ type }) => type !== 'failure');
    const start = first < 0 ? rows.length : first;
    return [...rows.slice(0, start), findingsGroup, ...rows.slice(start)];
  }

  /** Redraws the group, or everything if it comes or goes. */
  #follow(): void {
    if (this.#hasGroup === undefined) return;
    const isSame = this.#hasGroup === this.#findings.length > 0;
    if (!isSame) this.#changed.fire(undefined);
    else if (this.#hasGroup) this.#changed.fire(findingsGroup);
  }
}
