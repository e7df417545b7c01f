import * as vscode from 'vscode';

/** The folders on this machine that are open in this window. */
export function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

/** Calls back now if this window is focused, and whenever it becomes focused. */
export function onDidUse(callback: () => void): vscode.Disposable {
  if (vscode.window.state.focused) callback();
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) callback();
  });
}
