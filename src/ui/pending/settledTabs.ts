import * as vscode from 'vscode';
import { pendingScheme } from '../../documents/schemes';

/**
 * Closes the tabs of changes that are no longer staged: the editor would show them as deleted files.
 * Those with unsaved text stay.
 */
export async function closeSettledTabs(isStaged: (path: string) => boolean): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const settled = tabs.filter(({ input, isDirty }) => {
    const uri = uriOf(input);
    return uri?.scheme === pendingScheme && !isDirty && !isStaged(uri.path);
  });
  if (settled.length > 0) await vscode.window.tabGroups.close(settled, true);
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
