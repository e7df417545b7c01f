import * as vscode from 'vscode';
import type { CommandId } from '../../actions/commands';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

/** @param run loads a command's code when it first runs. */
export function registerCommands(
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
  run: (id: CommandId, parameters: readonly unknown[]) => Promise<unknown>,
): vscode.Disposable {
  const { contributes } = packageJSON as Manifest;
  return vscode.Disposable.from(
    ...contributes.commands.map(({ command }) =>
      vscode.commands.registerCommand(command, (...parameters: unknown[]) =>
        run(command, parameters),
      ),
    ),
  );
}
