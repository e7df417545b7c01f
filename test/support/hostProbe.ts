import * as vscode from 'vscode';
import { SandboxProbe } from './sandboxProbe';

/** Uses the sandbox from a test inside the extension host, and returns a probe for it. */
export async function useSandbox(): Promise<SandboxProbe> {
  // A command that first has to activate its extension answers by way of the window, where functions get lost.
  await vscode.extensions.getExtension('server-management.server-management-explorer')?.activate();
  return new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
}

/** Closes all editors, and drops what was typed in the one in front. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
