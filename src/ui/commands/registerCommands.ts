import * as vscode from 'vscode';
import { type CommandId, commandIds } from './ids';
import type { Core } from '../core';

/** What a command does; what it gets is whatever a menu, a key binding or a script passes. */
export type Handler = (core: Core, ...parameters: unknown[]) => unknown;

/** A handler for every command. */
export type Handlers = Readonly<Record<CommandId, Handler>>;

/** Registers every command at once; what they do is loaded when the first is run. */
export function registerCommands(core: () => Promise<Core>): vscode.Disposable {
  const run = async (id: CommandId, parameters: unknown[]): Promise<unknown> => {
    const [{ runCommand }, loaded] = await Promise.all([import('./runCommand'), core()]);
    return runCommand(id, loaded, parameters);
  };
  return vscode.Disposable.from(
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, (...parameters: unknown[]) => run(id, parameters)),
    ),
  );
}
