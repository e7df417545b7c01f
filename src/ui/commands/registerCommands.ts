import * as vscode from 'vscode';
import { type CommandId, commandIds } from '../../commands/ids';

/**
 * Registers every command immediately.
 * @param run loads a command's code when it first runs.
 */
export function registerCommands(
  run: (id: CommandId, parameters: readonly unknown[]) => Promise<unknown>,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, (...parameters: unknown[]) => run(id, parameters)),
    ),
  );
}
