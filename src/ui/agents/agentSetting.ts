import * as vscode from 'vscode';
import { isNode } from '../../platform/isNode';

const section = 'serverManagement.agents';

/** A browser can't run the server for agents. */
export function isServerEnabled(): boolean {
  return isNode && vscode.workspace.getConfiguration(section).get('server') === true;
}

export async function enableServer(): Promise<void> {
  await vscode.workspace.getConfiguration(section).update('server', true, true);
}

export function onDidChangeServerSetting(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.server`)) callback();
  });
}
