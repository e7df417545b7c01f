import * as vscode from 'vscode';

type ContextKey =
  | 'isFiltered'
  | 'isSearching'
  | 'isReadOnly'
  | 'isReadOnlyInFront'
  | 'usesSandbox'
  | 'isWithoutAccounts'
  | 'hasServiceAccounts'
  | 'hasFoundResource'
  | 'hasSeenFleet'
  | 'hasSavedChange'
  | 'hasApplied'
  | 'hasPending'
  | 'isReverting';

/** Sets the context key `serverManagement.<key>` for menus. */
export function setContext(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `serverManagement.${key}`, value);
}
