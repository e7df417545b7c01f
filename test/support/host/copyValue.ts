import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** Picks entries by their labels, one from each list that *Copy…* shows; the copied text. */
export async function copyValue(
  labels: readonly string[],
  ...parameters: readonly unknown[]
): Promise<string | undefined> {
  const left = [...labels];
  const restore = replaceMember(
    vscode.window,
    'showQuickPick',
    (items: readonly vscode.QuickPickItem[]) => {
      const next = left.shift();
      return Promise.resolve(items.find(({ label }) => label === next));
    },
  );
  try {
    return await vscode.commands.executeCommand('serverManagement.copy', ...parameters);
  } finally {
    restore();
  }
}
