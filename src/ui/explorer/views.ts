import * as vscode from 'vscode';
import { lazy } from '../../base/lazy';
import type { TreeNode } from '../../explorer/nodes';
import type { AttentionRow } from '../../findings/rows';
import type { Attention } from './findings/attention';
import type { ResourceTree } from './tree/resourceTree';
import { withProgress } from '../editor/progress';
import { createTreeView } from '../editor/treeView';

export interface Views {
  readonly servers: vscode.TreeView<TreeNode>;
  readonly account: vscode.TreeView<TreeNode>;
  readonly attention: vscode.TreeView<AttentionRow>;
}

type Load = () => Promise<{
  readonly services: {
    readonly explorer: Readonly<Record<'servers' | 'account', ResourceTree>>;
    readonly attention: Attention;
  };
}>;

export function createViews(load: Load): Views {
  return {
    servers: createView('servers', load),
    account: createView('account', load),
    attention: createAttentionView(async () => (await load()).services.attention),
  };
}

function createView(name: 'servers' | 'account', load: Load): vscode.TreeView<TreeNode> {
  const id = `serverManagement.${name}`;
  const changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  const tree = lazy(async (): Promise<ResourceTree> => {
    const loaded = (await load()).services.explorer[name];
    loaded.onDidChangeTreeData((each) => changed.fire(each));
    loaded.onDidRenew((reading) => void withProgress({ viewId: id }, () => reading));
    return loaded;
  });
  const provider: vscode.TreeDataProvider<TreeNode> = {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      const loaded = await tree();
      if (node) return loaded.getChildren(node);
      // Rows shouldn't wait for the view's description.
      const [rows, description] = await Promise.all([loaded.getChildren(), loaded.describe()]);
      view.description = description;
      return rows;
    },
    getTreeItem: async (node) => (await tree()).getTreeItem(node),
    getParent: async (node) => (await tree()).getParent(node),
    resolveTreeItem: async (item, node, token) => (await tree()).resolveTreeItem(item, node, token),
  };
  const view = createTreeView(id, provider);
  view.onDidExpandElement(async ({ element }) => (await tree()).noteOpen(element, true));
  view.onDidChangeSelection(async ({ selection }) =>
    (await tree()).noteSelected(selection.length > 0),
  );
  view.onDidCollapseElement(async ({ element }) => (await tree()).noteOpen(element, false));
  return view;
}

function createAttentionView(load: () => Promise<Attention>): vscode.TreeView<AttentionRow> {
  const changed = new vscode.EventEmitter<undefined>();
  let isForwarding = false;
  return createTreeView<AttentionRow>('serverManagement.attention', {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      const attention = await load();
      const rows = await attention.getChildren(row);
      if (!isForwarding) attention.onDidChangeTreeData(() => changed.fire(undefined));
      isForwarding = true;
      return rows;
    },
    getTreeItem: async (row) => (await load()).getTreeItem(row),
  });
}
