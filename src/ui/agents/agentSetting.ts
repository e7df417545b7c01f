import * as vscode from 'vscode';
import { isNode } from '../../platform/isNode';

const section = 'serverManagement.agents';

/** A browser can't run the server for agents. */
export function isServerWanted(): boolean {
  return isNode && vscode.workspace.getConfiguration(section).get('server') === true;
}

/** Turns the server on for this person. */
export async function wantServer(): Promise<void> {
  await vscode.workspace.getConfiguration(section).update('server', true, true);
}

/** Calls back whenever the setting may have changed. */
export function onDidChangeWanted(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.server`)) callback();
  });
}
