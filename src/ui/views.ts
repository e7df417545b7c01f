import * as vscode from 'vscode';
import type { Core } from './core';
import type { TreeNode } from './tree/nodes';
import type { ResourceTree } from './tree/resourceTree';

/** The views of the container. */
export interface Views {
  readonly servers: vscode.TreeView<TreeNode>;
  readonly account: vscode.TreeView<TreeNode>;
}

/** Creates the views at once; their rows come when the editor asks for them. */
export function createViews(core: () => Promise<Core>): Views {
  return {
    servers: createView('serverManagement.servers', async () => (await core()).explorer.servers),
    account: createView('serverManagement.account', async () => (await core()).explorer.account),
  };
}

function createView(id: string, tree: () => Promise<ResourceTree>): vscode.TreeView<TreeNode> {
  const changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  let isForwarding = false;
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      const loaded = await tree();
      if (!isForwarding) {
        isForwarding = true;
        loaded.onDidChangeTreeData((each) => changed.fire(each));
        loaded.onDidRenew((reading) => {
          void vscode.window.withProgress({ location: { viewId: id } }, () => reading);
        });
      }
      if (node) return loaded.getChildren(node);
      // Rows had better not wait for what stands above them.
      const [rows, description] = await Promise.all([loaded.getChildren(), loaded.describe()]);
      view.description = description;
      return rows;
    },
    getTreeItem: async (node) => (await tree()).getTreeItem(node),
    getParent: async (node) => (await tree()).getParent(node),
    resolveTreeItem: async (item, node, token) => (await tree()).resolveTreeItem(item, node, token),
  };
  const view = vscode.window.createTreeView(id, {
    treeDataProvider: provider,
    showCollapseAll: true,
    canSelectMany: true,
  });
  return view;
}
