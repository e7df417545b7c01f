import type * as vscode from 'vscode';

/** What a view of resources shows. */
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
  /** What the view's title adds to its name. */
  describe(): Promise<string>;
  /** Records that the person expanded or collapsed a row. */
  noteOpen(row: T, isOpen: boolean): void;
  /** Records whether any row is selected. */
  noteSelected(isSelected: boolean): void;
}
