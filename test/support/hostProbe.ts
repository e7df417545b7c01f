import * as vscode from 'vscode';
import { SandboxProbe } from './sandboxProbe';

/** Uses the sandbox from a test inside the extension host, and returns a probe for it. */
export async function useSandbox(): Promise<SandboxProbe> {
  // A command that first has to activate its extension returns its result through the window, which drops functions.
  await vscode.extensions.getExtension('server-management.server-management-explorer')?.activate();
  return new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
}

/** Closes all editors, and discards unsaved changes of the active one. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
