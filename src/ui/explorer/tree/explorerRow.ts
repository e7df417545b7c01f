import type { TreeNode } from '../../../explorer/nodes';
import type { AttentionRow } from '../../../findings/rows';
import type * as vscode from 'vscode';

/** The group of everything that needs attention, above the servers. */
interface FindingsGroup {
  readonly type: 'findings';
}

export type ExplorerRow = TreeNode | FindingsGroup | AttentionRow;

/** The only group of findings: the editor identifies a row by its object. */
export const findingsGroup: FindingsGroup = { type: 'findings' };

const others: Readonly<Record<Exclude<ExplorerRow, TreeNode>['type'], true>> = {
  findings: true,
  rule: true,
  muted: true,
  finding: true,
  rest: true,
  nothing: true,
  unchecked: true,
  area: true,
};

export function isTreeNode(row: ExplorerRow): row is TreeNode {
  return !(row.type in others);
}

export interface ViewTree<T> {
  readonly onDidChangeTreeData: vscode.Event<T | T[] | undefined>;
  /** Fires with a reread during which the rows stay visible, so that the view shows progress. */
  readonly onDidRenew: vscode.Event<Promise<unknown>>;
  getChildren(row?: T): Promise<T[]>;
  getTreeItem(row: T): vscode.TreeItem;
  getParent(row: T): Promise<T | undefined>;
  resolveTreeItem(
    item: vscode.TreeItem,
    row: T,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem>;
  /** Returns the addition to the view's title. */
  describe(): Promise<string>;
  noteOpen(row: T, isOpen: boolean): void;
  noteSelected(isSelected: boolean): void;
}
