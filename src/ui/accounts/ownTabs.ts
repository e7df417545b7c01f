import * as vscode from 'vscode';
import { fleetViewType, followViewType, panelViewType } from '../../panels/page/viewType';
import { reportScheme } from '../../panels/reports/reportPath';
import { draftScheme, pendingScheme, scheme, viewScheme } from '../../documents/schemes';

const ownSchemes: ReadonlySet<string> = new Set([
  scheme,
  draftScheme,
  pendingScheme,
  viewScheme,
  reportScheme,
]);

/** How many documents of resources have unsaved changes; drafts are stored as they're typed. */
export function countUnsaved(): number {
  const { textDocuments } = vscode.workspace;
  return textDocuments.filter(({ uri, isDirty }) => isDirty && uri.scheme === scheme).length;
}

/**
 * Closes every tab of this extension, because the editor keeps their content while they are open.
 * Returns false if the person wants to keep one with unsaved text.
 */
export async function closeOwnTabs(): Promise<boolean> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) => isOwn(input));
  return own.length === 0 || vscode.window.tabGroups.close(own);
}

function isOwn(input: unknown): boolean {
  if (input instanceof vscode.TabInputText) return ownSchemes.has(input.uri.scheme);
  if (input instanceof vscode.TabInputTextDiff) {
    return ownSchemes.has(input.original.scheme) || ownSchemes.has(input.modified.scheme);
  }
  // The editor adds its own prefix to the type.
  return (
    input instanceof vscode.TabInputWebview &&
    [panelViewType, fleetViewType, followViewType].some((type) => input.viewType.endsWith(type))
  );
}
