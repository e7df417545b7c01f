import * as vscode from 'vscode';
import { toPlain } from '../../base/foreignText';

export async function pickFolder(button: string): Promise<vscode.Uri | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      openLabel: toPlain(button),
    })) ?? [];
  return folder;
}

export function createTerminal(options: vscode.TerminalOptions): vscode.Terminal {
  const { name } = options;
  return vscode.window.createTerminal({
    ...options,
    ...(name === undefined ? {} : { name: toPlain(name) }),
  });
}
