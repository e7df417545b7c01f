import * as vscode from 'vscode';

/** Cancels all questions of a command until it ends. */
export async function giveUp<T>(running: Thenable<T>): Promise<T> {
  let isDone = false;
  void Promise.resolve(running).finally(() => (isDone = true));
  while (!isDone) {
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    // oxlint-disable-next-line no-await-in-loop
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  return running;
}
