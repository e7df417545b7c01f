import * as vscode from 'vscode';
import { guarded } from '../../base/guarded';
import { toMessage, toPlain } from '../../base/foreignText';

export function createTreeView<T>(
  id: string,
  provider: vscode.TreeDataProvider<T>,
): vscode.TreeView<T> {
  const view = vscode.window.createTreeView(id, {
    treeDataProvider: {
      ...provider,
      getTreeItem: async (node) => toDrawnItem(await provider.getTreeItem(node)),
      resolveTreeItem: async (item, node, token) => {
        const resolved = await provider.resolveTreeItem?.(item, node, token);
        return resolved && toDrawnItem(resolved);
      },
    },
    showCollapseAll: true,
    canSelectMany: true,
  });
  const line = (text: string | undefined): string | undefined => text && toPlain(text);
  return guarded(view, { title: line, description: line, message: line });
}

/** The same row with sanitized texts; a Markdown tooltip is already safe. */
function toDrawnItem(item: vscode.TreeItem): vscode.TreeItem {
  const { label, description, tooltip, accessibilityInformation } = item;
  if (label !== undefined) item.label = toPlain(typeof label === 'string' ? label : label.label);
  if (typeof description === 'string') item.description = toPlain(description);
  if (typeof tooltip === 'string') item.tooltip = toMessage(tooltip);
  if (accessibilityInformation) {
    item.accessibilityInformation = {
      ...accessibilityInformation,
      label: toPlain(accessibilityInformation.label, longestLabel),
    };
  }
  return item;
}

/** The text that screen readers read for a row: everything that's drawn in it. */
const longestLabel = 1_000;

/** VS Code gives this command alone the click that ran it, so the keyboard stays in the tree. */
export function openInEditor(uri: vscode.Uri, title: string): vscode.Command {
  return { command: 'vscode.open', title, arguments: [uri] };
}
