import * as vscode from 'vscode';

/** The only text that saving the active editor saves; undefined if that saves several, or none. */
export function uriInFront(): vscode.Uri | undefined {
  return uriOf(vscode.window.tabGroups.activeTabGroup.activeTab);
}

/** The text that a tab edits; undefined if it edits several, or none. */
export function uriOf({ input }: Partial<vscode.Tab> = {}): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** Closes the tabs of texts; the editor asks about unsaved changes. */
export async function closeTabs(
  isMeant: (uri: vscode.Uri, tab: vscode.Tab) => boolean,
): Promise<void> {
  const own = allTabs().filter(
    (tab) => tab.input instanceof vscode.TabInputText && isMeant(tab.input.uri, tab),
  );
  await vscode.window.tabGroups.close(own);
}

export function isSameUri(uri: vscode.Uri, other: vscode.Uri): boolean {
  return uri.toString() === other.toString();
}

/** The open document of a URI. Opening it would keep it open for a while; undefined if none is open. */
export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

export function findTabUri(isMeant: (uri: vscode.Uri) => boolean): vscode.Uri | undefined {
  return allTabs().flatMap(urisIn).find(isMeant);
}

export function urisIn({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.modified, input.original] : [];
}
