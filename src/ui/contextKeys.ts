import * as vscode from 'vscode';

/** What menus can ask about. */
export type ContextKey = 'isFiltered';

/** Tells menus about a state, as `serverManagement.<key>`. */
export function setContext(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `serverManagement.${key}`, value);
}
