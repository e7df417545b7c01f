import * as vscode from 'vscode';

/** Cancels all questions of a command until it ends. */
export async function giveUp<T>(running: Thenable<T>): Promise<T> {
  let isDone = false;
  void Promise.resolve(running).finally(() => (isDone = true));
  while (!isDone) {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await vscode.commands.executeCommand('notifications.clearAll');
  }
  return running;
}
