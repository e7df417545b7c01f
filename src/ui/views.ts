import * as vscode from 'vscode';
import type { Core } from './core';
import type { TreeNode } from './tree/nodes';
import type { ResourceTree } from './tree/resourceTree';

/** Registers the views at once; their rows come when the editor asks for them. */
export function registerViews(core: () => Promise<Core>): vscode.Disposable {
  return vscode.Disposable.from(
    createView('serverManagement.servers', async () => (await core()).servers),
    createView('serverManagement.account', async () => (await core()).account),
  );
}

function createView(id: string, tree: () => Promise<ResourceTree>): vscode.TreeView<TreeNode> {
  const changed = new vscode.EventEmitter<TreeNode | undefined>();
  let isForwarding = false;
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      const loaded = await tree();
      if (!node) view.description = await loaded.describe();
      if (!isForwarding) {
        isForwarding = true;
        loaded.onDidChangeTreeData((each) => changed.fire(each));
      }
      return loaded.getChildren(node);
    },
    getTreeItem: async (node) => (await tree()).getTreeItem(node),
    getParent: async (node) => (await tree()).getParent(node),
  };
  const view = vscode.window.createTreeView(id, {
    treeDataProvider: provider,
    showCollapseAll: true,
  });
  return view;
}
