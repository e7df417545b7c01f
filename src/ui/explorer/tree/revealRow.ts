import type * as vscode from 'vscode';
import { nodeId, type TreeNode } from '../../../explorer/nodes';

/** How long the editor collects tree changes before it asks for rows, plus a margin, in ms. */
const settleMs = 400;

/** How often to try to reveal a row; once is enough if nothing is being reread. */
const mostAttempts = 4;

/** The editor didn't select the row with this id, and gave no reason. */
class UnrevealedError extends Error {
  override readonly name = 'UnrevealedError';
}

/**
 * While the rows above are being reread, the editor refuses to reveal a row or silently does
 * nothing: then this waits and tries again, unless the person selects another row or closes the
 * view.
 * @throws UnrevealedError, or an error of the editor, if the row isn't selected in the end.
 */
export async function revealRow(
  view: vscode.TreeView<TreeNode>,
  node: TreeNode,
  options = { select: true, focus: true, expand: true },
): Promise<void> {
  let hasMovedOn = false;
  const subscriptions = [
    // The editor reports a selection only after the row is revealed, and the person may clear it at once.
    view.onDidChangeSelection(({ selection }) => {
      hasMovedOn ||= selection.length > 0;
    }),
    view.onDidChangeVisibility(({ visible }) => {
      hasMovedOn ||= !visible;
    }),
  ];
  try {
    for (let left = mostAttempts - 1; ; left -= 1) {
      let failure: unknown;
      try {
        // Only the outcome of a try shows whether another is needed.
        await view.reveal(node, options);
        if (view.selection.map(nodeId).includes(nodeId(node))) return;
        failure = new UnrevealedError(nodeId(node));
      } catch (error) {
        failure = error;
      }
      if (!hasMovedOn) await new Promise((resolve) => setTimeout(resolve, settleMs));
      if (hasMovedOn) return;
      if (left === 0) throw failure;
    }
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}

/** Selects a row again that the editor forgets because it moves. */
export async function keepSelected(view: vscode.TreeView<TreeNode>): Promise<void> {
  const [selected] = view.selection;
  // Revealing a row would open a hidden view.
  if (!selected || !view.visible) return;
  // The row may have been removed with its account.
  const options = { select: true, focus: false, expand: false };
  await revealRow(view, selected, options).catch(() => undefined);
}
