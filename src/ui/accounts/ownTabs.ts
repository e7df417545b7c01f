import * as vscode from 'vscode';
import { panelViewType } from '../panels/viewType';
import { reportScheme } from '../reports/reportPath';
import { draftScheme, scheme, viewScheme } from '../scheme';

const schemes: ReadonlySet<string> = new Set([scheme, draftScheme, viewScheme, reportScheme]);

/**
 * Closes every tab of this extension: the editor keeps what is in them for as long as they are open.
 * False where the person wants to keep one with unsaved text.
 */
export async function closeOwnTabs(): Promise<boolean> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => isOwn(input));
  return own.length === 0 || vscode.window.tabGroups.close(own);
}

function isOwn(input: unknown): boolean {
  if (input instanceof vscode.TabInputText) return schemes.has(input.uri.scheme);
  if (input instanceof vscode.TabInputTextDiff) {
    return schemes.has(input.original.scheme) || schemes.has(input.modified.scheme);
  }
  // The editor puts a prefix of its own before the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelViewType);
}
