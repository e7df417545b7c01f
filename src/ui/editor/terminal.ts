import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';

/** Opens a terminal with a sanitized name. */
export function createTerminal(options: vscode.TerminalOptions): vscode.Terminal {
  const { name } = options;
  return vscode.window.createTerminal({
    ...options,
    ...(name === undefined ? {} : { name: toPlain(name) }),
  });
}
