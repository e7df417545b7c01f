import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SandboxProbe } from './sandboxProbe';
import { allTests } from './eachTest';

/** Uses the sandbox from a test inside the extension host, and returns a probe for it. */
export async function useSandbox(): Promise<SandboxProbe> {
  // A command that first has to activate its extension returns its result through the window, which drops functions.
  await vscode.extensions.getExtension('server-management.server-management-explorer')?.activate();
  return new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
}

/** Uses the sandbox for all tests of a suite, without faults and open editors after each. */
export function useDocuments(): SandboxProbe {
  const probe = allTests(useSandbox);
  afterEach(async () => {
    await probe.clearFaults();
    await closeEditors();
  });
  return probe;
}

/** Starts a draft, and returns its document. */
export async function startDraft(collection: object): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('serverManagement.newDraft', collection);
  const draft = vscode.window.activeTextEditor?.document;
  assert.equal(draft?.uri.scheme, 'server-management-draft');
  return draft;
}

/** Closes all editors, and discards unsaved changes of the active one. */
export async function closeEditors(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
